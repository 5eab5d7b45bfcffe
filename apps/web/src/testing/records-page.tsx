import type { Features, Service } from '@samtal/api-contract';
import type { CallOptions } from '@samtal/call-core';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createAlerts } from '../client/alerts/alerts.ts';
import { AppServicesContext } from '../client/hooks/app-services.ts';
import { knownPeopleOf } from '../client/people/known-names.ts';
import type { HistoryApi } from '../client/ports/history-api.ts';
import type { MessagesApi } from '../client/ports/messages-api.ts';
import { type CallHistory, createCallHistory } from '../client/records/history.ts';
import { createMessages, type Messages } from '../client/records/messages.ts';
import { createStore } from '../client/store/store.ts';
import { alice, everything } from './alice.ts';
import { ClientProvider } from './ClientProvider.tsx';
import { lines } from './call-states.ts';
import { connections } from './connections.ts';
import { createMemoryStore } from './memory-store.ts';
import { createStaticClient } from './static-client.ts';
import { createStaticServices } from './static-services.ts';

export type RecordsPage = {
  readonly page: ReactNode;
  /** The addresses that were called, and how. */
  readonly called: readonly string[];
  /** The keys of the alerts shown to the user. */
  readonly told: () => readonly string[];
  /** The opened paths, in order. */
  readonly paths: readonly string[];
  readonly messages: Messages;
  readonly history: CallHistory;
};

export type RecordsPageOptions = {
  readonly messagesApi: MessagesApi;
  readonly historyApi: HistoryApi;
  readonly path: string;
  readonly i18n: i18n;
  /** Whether calls can be made. */
  readonly canCall?: boolean;
  /** Whether the browser refuses camera and microphone. */
  readonly isDenied?: boolean;
  /** Features other than those of `everything`. */
  readonly features?: Partial<Features>;
  /** The organisation's names by address. */
  readonly known?: Readonly<Record<string, string>>;
  readonly services?: readonly Service[];
};

const nothing = (): void => {};

/**
 * A page around `content` whose calling core only records the called addresses; messages and history are
 * real.
 */
export function createRecordsPage(
  content: ReactNode,
  {
    messagesApi,
    historyApi,
    path,
    i18n,
    canCall = true,
    isDenied = false,
    features = {},
    known = {},
    services: ofSite = [],
  }: RecordsPageOptions,
): RecordsPage {
  const called: string[] = [];
  const line = canCall ? lines.ready : lines.failed;
  const perCall = features.mediaPerCall ? { perCall: { audio: true, video: true } } : {};
  const state = {
    ...line,
    media: { ...line.media, isDenied },
    ...(line.settings && { settings: { ...line.settings, ...perCall } }),
  };
  const { user, ...rest } = alice({}, features);
  const capabilities = [{ key: 'SYS_HISTORY', value: 'true' }];
  const person = { ...rest, user: { ...user, securityToken: 'a', capabilities } };
  const world = {
    session: person,
    client: state,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
    quality: connections.good,
  };
  const services = createStaticServices(world, 'light');
  const alerts = createAlerts({ setTimer: () => nothing });
  const running = createStaticClient(state, connections.good, {});
  const people = running.people && {
    ...running.people,
    knownPeople: createStore(
      knownPeopleOf(
        [],
        ofSite,
        new Map(Object.entries(known).map(([address, name]) => [address, { name, image: '' }])),
      ),
    ),
  };
  const intents = {
    ...running.client.intents,
    call: (address: string, { media }: CallOptions = {}) =>
      void called.push(media?.audio === false ? `${address} by text` : address),
  };
  const shared = {
    session: { state: createStore(person) },
    log: { warn: nothing },
  };
  const messages = createMessages({ api: messagesApi, ...shared });
  const history = createCallHistory({
    api: historyApi,
    localStore: createMemoryStore(),
    tabStore: createMemoryStore(),
    ...shared,
  });
  const { hook, searchHook, history: paths } = memoryLocation({ path, record: true });
  return {
    called,
    paths,
    messages,
    history,
    told: () => alerts.list.get().map(({ message }) => message.key),
    page: (
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={{ ...services, alerts }}>
          <ClientProvider
            {...running}
            people={people}
            client={{ ...running.client, intents }}
            messages={messages}
            history={history}
          >
            <Router hook={hook} searchHook={searchHook}>
              {content}
            </Router>
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>
    ),
  };
}
