import type { CallClient } from '@samtal/call-core';
import type { People } from '../../client/people/people.ts';
import type { CallHistory } from '../../client/records/history.ts';
import type { Messages } from '../../client/records/messages.ts';

export type NameLearningOptions = {
  readonly client: Pick<CallClient, 'getState' | 'subscribe' | 'onTurnedAway'>;
  readonly messages: Pick<Messages, 'list'>;
  readonly history: Pick<CallHistory, 'list'>;
  readonly people: Pick<People, 'learnNames' | 'learnOfCall'>;
};

/**
 * Asks for the names of everyone on the screens: the other end of a call, the senders of messages, the
 * users of the shown history (decision D61). Call it before the alerts, which wait for the caller's name.
 */
export function learnNames({ client, messages, history, people }: NameLearningOptions): void {
  let lastCall: string | undefined;
  const ofCall = (): void => {
    const { call } = client.getState();
    if (!('call' in call) || call.call.callId === lastCall) return;
    lastCall = call.call.callId;
    people.learnOfCall(call.call.remoteUser.address);
  };
  const ofMessages = (): void => {
    const now = messages.list.get();
    if (now.phase !== 'ready') return;
    people.learnNames(now.value.flatMap(({ fromSipaddress }) => fromSipaddress ?? []));
  };
  const ofHistory = (): void => {
    const now = history.list.get();
    if (now.phase === 'ready') people.learnNames(now.value.entries.map(({ sipAddress }) => sipAddress));
  };
  ofCall();
  ofMessages();
  ofHistory();
  client.subscribe(ofCall);
  client.onTurnedAway(({ remoteUser }) => people.learnOfCall(remoteUser.address));
  messages.list.subscribe(ofMessages);
  history.list.subscribe(ofHistory);
}
