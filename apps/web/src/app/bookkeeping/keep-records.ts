import type { CallClient, Clock, Log } from '@samtal/call-core';
import { nobodyKnown } from '../../client/people/known-names.ts';
import type { People } from '../../client/people/people.ts';
import type { HistoryApi } from '../../client/ports/history-api.ts';
import type { MessagesApi } from '../../client/ports/messages-api.ts';
import { type CallHistory, createCallHistory } from '../../client/records/history.ts';
import { createMessages, type Messages } from '../../client/records/messages.ts';
import { followChanges, type PushEvents } from '../../client/records/push.ts';
import type { Session } from '../../client/session/session.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import { followSettings } from './follow-settings.ts';
import { learnNames } from './learn-names.ts';
import { onReconnected } from './on-reconnected.ts';
import { type RecordingOptions, recordCalls } from './record-calls.ts';

export type RecordsOptions = {
  readonly ports: {
    readonly messagesApi: MessagesApi;
    readonly historyApi: HistoryApi;
    readonly push: PushEvents;
  };
  readonly client: CallClient;
  readonly people: People | undefined;
  readonly session: Session;
  readonly localStore: KeyValueStore;
  readonly tabStore: KeyValueStore;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  /** The conversations of calls of three (decision D102). */
  readonly threeTexts?: RecordingOptions['threeTexts'];
  readonly untilShown: () => Promise<void>;
};

/** Runs `then` after React has shown the core's new state, which takes React one microtask. */
const afterScreens = (then: () => void): void => queueMicrotask(() => queueMicrotask(then));

/** Keeps the messages and finished calls of the signed-in user, and shows changes made on other devices. */
export function keepRecords(options: RecordsOptions): {
  readonly messages: Messages;
  readonly history: CallHistory;
} {
  const { ports, client, people, session, localStore, tabStore, clock, log, untilShown } = options;
  const messages = createMessages({ api: ports.messagesApi, session, log });
  const history = createCallHistory({
    api: ports.historyApi,
    session,

    localStore,
    tabStore,
    log,
  });
  if (people !== undefined) learnNames({ client, messages, history, people });
  recordCalls({
    client,
    history,
    names: () => people?.knownNames.get() ?? nobodyKnown,
    now: () => clock.now(),
    threeTexts: options.threeTexts,
    afterScreens,
  });
  const settingsChanged = followSettings(client, session);
  followChanges({
    push: ports.push,
    session,
    untilShown,
    onMinute: (listener) => void client.onHeartbeat(60, listener),
    reactions: {
      messages: () => void messages.load(),
      history() {
        // A history that is not loaded yet is loaded when the user opens it.
        if (history.list.get().phase === 'ready') void history.load();
      },
      contacts: () => people?.contactsChanged(),
      settings: settingsChanged,
      profile: () => void session.reloadUser(),
    },
  });
  // The first answer also removes the alert that the server does not answer (ERR-01).
  onReconnected(client, () => {
    people?.askAgain();
    void messages.load();
    if (history.list.get().phase !== 'loading') void history.load();
    settingsChanged();
  });
  client.onHeartbeat(60, () => void history.sendUnsent());
  return { messages, history };
}
