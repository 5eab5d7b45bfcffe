import { expect, test } from 'vitest';
import type { SipResponse } from '../message.ts';
import type { ClientEvent, ClientState } from './client-machine.ts';
import { stepClient } from './client-machine.ts';
import type { ServerEvent, ServerState } from './server-machine.ts';
import { stepServer } from './server-machine.ts';

const response = (status: number): SipResponse => ({ kind: 'response', status, reason: '', headers: [], body: '' });
const arrives = (status: number): ClientEvent => ({ type: 'response', response: response(status) });
const timer = { type: 'timerFired' } as const;
const lost = { type: 'flowLost' } as const;

const clientTable: [isInvite: boolean, state: ClientState, event: ClientEvent, next: ClientState, effects: string][] = [
  [true, 'calling', arrives(180), 'proceeding', 'stopTimer pass'],
  [true, 'calling', arrives(200), 'accepted', 'restartTimer pass'],
  [true, 'calling', arrives(486), 'terminated', 'stopTimer ack pass'],
  [true, 'calling', timer, 'terminated', 'timedOut'],
  [true, 'calling', lost, 'terminated', 'stopTimer flowLost'],
  [true, 'proceeding', arrives(183), 'proceeding', 'stopTimer pass'],
  [true, 'proceeding', arrives(200), 'accepted', 'restartTimer pass'],
  [true, 'proceeding', arrives(603), 'terminated', 'stopTimer ack pass'],
  [true, 'proceeding', timer, 'terminated', 'timedOut'],
  [true, 'accepted', arrives(200), 'accepted', 'pass'],
  [true, 'accepted', arrives(486), 'accepted', ''],
  [true, 'accepted', timer, 'terminated', ''],
  [true, 'accepted', lost, 'terminated', 'stopTimer'],
  [false, 'calling', arrives(100), 'proceeding', 'pass'],
  [false, 'calling', arrives(200), 'terminated', 'stopTimer pass'],
  [false, 'proceeding', arrives(481), 'terminated', 'stopTimer pass'],
  [false, 'proceeding', timer, 'terminated', 'timedOut'],
  [false, 'proceeding', lost, 'terminated', 'stopTimer flowLost'],
  [true, 'terminated', arrives(200), 'terminated', ''],
  [false, 'terminated', timer, 'terminated', ''],
  [false, 'terminated', lost, 'terminated', ''],
];

test.each(clientTable)('RFC 3261 §17.1 client (INVITE %j) %s: %j → %s, %s', (isInvite, state, event, next, effects) => {
  const step = stepClient(state, event, isInvite);
  expect(step.state).toBe(next);
  expect(step.effects.map((effect) => effect.do).join(' ')).toBe(effects);
});

const respond = (status: number): ServerEvent => ({ type: 'respond', response: response(status) });
const repeated = { type: 'requestRepeated' } as const;
const ack = { type: 'ackReceived' } as const;

const serverTable: [isInvite: boolean, state: ServerState, event: ServerEvent, next: ServerState, effects: string][] = [
  [true, 'proceeding', respond(180), 'proceeding', 'send'],
  [true, 'proceeding', respond(200), 'accepted', 'send startTimer'],
  [true, 'proceeding', respond(486), 'completed', 'send startTimer'],
  [true, 'proceeding', repeated, 'proceeding', 'sendLast'],
  [true, 'accepted', respond(200), 'accepted', 'send'],
  [true, 'accepted', respond(486), 'accepted', ''],
  [true, 'accepted', repeated, 'accepted', ''],
  [true, 'accepted', timer, 'terminated', ''],
  [true, 'completed', repeated, 'completed', 'sendLast'],
  [true, 'completed', respond(200), 'completed', ''],
  [true, 'completed', ack, 'terminated', 'stopTimer'],
  [true, 'completed', timer, 'terminated', ''],
  [false, 'proceeding', respond(100), 'proceeding', 'send'],
  [false, 'proceeding', respond(404), 'terminated', 'send'],
  [false, 'terminated', respond(200), 'terminated', ''],
  [false, 'terminated', repeated, 'terminated', ''],
  [false, 'terminated', ack, 'terminated', ''],
];

test.each(serverTable)('RFC 3261 §17.2 server (INVITE %j) %s: %j → %s, %s', (isInvite, state, event, next, effects) => {
  const step = stepServer(state, event, isInvite);
  expect(step.state).toBe(next);
  expect(step.effects.map((effect) => effect.do).join(' ')).toBe(effects);
});
