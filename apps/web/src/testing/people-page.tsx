import type { Features } from '@samtal/api-contract';
import type { Clock } from '@samtal/call-core';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { createAlerts } from '../client/alerts/alerts.ts';
import { AppServicesContext } from '../client/hooks/app-services.ts';
import { createPeople } from '../client/people/people.ts';
import { createStore, type Store } from '../client/store/store.ts';
import { UnsavedContext } from '../client/store/unsaved.ts';
import { alice, everything } from './alice.ts';
import { ClientProvider } from './ClientProvider.tsx';
import { lines } from './call-states.ts';
import { connections } from './connections.ts';
import type { FakePeopleApi } from './fake-people-api.ts';
import { createStaticClient } from './static-client.ts';
import { createStaticServices } from './static-services.ts';

export type PeoplePage = {
  readonly page: ReactNode;
  /** The addresses that were called. */
  readonly called: readonly string[];
  /** The keys of the alerts shown to the user. */
  readonly told: () => readonly string[];
  /** The opened paths, in order. */
  readonly history: readonly string[];
  /** Changes the path as Back, Forward or a link does, without a question. */
  readonly go: (path: string) => void;
  readonly unsaved: Store<boolean>;
  readonly api: FakePeopleApi;
};

export type PeoplePageOptions = {
  readonly api: FakePeopleApi;
  readonly path: string;
  readonly i18n: i18n;
  /** Whether calls can be made. */
  readonly canCall?: boolean;
  /** Whether the browser refuses camera and microphone. */
  readonly isDenied?: boolean;
  /** Features other than those of `everything`. */
  readonly features?: Partial<Features>;
};

const nothing = (): void => {};

const realClock: Clock = {
  now: Date.now,
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A page around `content` whose calling core only records the called addresses; everything else is real. */
export function createPeoplePage(
  content: ReactNode,
  { api, path, i18n, canCall = true, isDenied = false, features = {} }: PeoplePageOptions,
): PeoplePage {
  const called: string[] = [];
  const line = canCall ? lines.ready : lines.failed;
  const state = { ...line, media: { ...line.media, isDenied } };
  const world = {
    session: alice({}, features),
    client: state,
    brand: everything,
    alerts: [],
    remembered: {},
    hasWebRtc: true,
  };
  const services = createStaticServices({ ...world, quality: connections.good }, 'light');
  const alerts = createAlerts({ setTimer: () => nothing });
  const running = createStaticClient(state, connections.good, {});
  const intents = { ...running.client.intents, call: (address: string) => void called.push(address) };
  const people = createPeople({
    api,
    session: services.session,
    log: { warn: nothing },
    untilShown: () => Promise.resolve(),
    clock: realClock,
  });
  const { hook, searchHook, history, navigate } = memoryLocation({ path, record: true });
  const unsaved = createStore(false);
  return {
    called,
    history,
    go: navigate,
    unsaved,
    api,
    told: () => alerts.list.get().map(({ message }) => message.key),
    page: (
      <I18nextProvider i18n={i18n}>
        <AppServicesContext value={{ ...services, alerts }}>
          <ClientProvider {...running} client={{ ...running.client, intents }} people={people}>
            <UnsavedContext value={unsaved}>
              <Router hook={hook} searchHook={searchHook}>
                {content}
              </Router>
            </UnsavedContext>
          </ClientProvider>
        </AppServicesContext>
      </I18nextProvider>
    ),
  };
}
