import { expect, test } from 'vitest';
import type { SipResponse } from '../message.ts';
import type { ClientEvent, ClientState } from './client-machine.ts';
import { stepClient } from './client-machine.ts';
import type { ServerEvent, ServerState } from './server-machine.ts';
import { stepServer } from './server-machine.ts';

// Each grid has one row per state and one column per event; a cell is `next state: effects`.

const response = (status: number): SipResponse => ({
  kind: 'response',
  status,
  reason: '',
  headers: [],
  body: '',
});

type Stepped = { readonly state: string; readonly effects: readonly { readonly do: string }[] };
const written = ({ state, effects }: Stepped): string =>
  `${state}: ${effects.map((effect) => effect.do).join(' ')}`.trim();

const clientEvents: readonly ClientEvent[] = [
  { type: 'response', response: response(180) },
  { type: 'response', response: response(200) },
  { type: 'response', response: response(486) },
  { type: 'cancelled' },
  { type: 'timerFired' },
  { type: 'flowLost' },
];
type Row = readonly [string, string, string, string, string, string];
const dead: Row = ['terminated:', 'terminated:', 'terminated:', 'terminated:', 'terminated:', 'terminated:'];

const success = 'accepted: restartTimer pass';
const refusal = 'terminated: stopTimer ack pass';
const timeout = 'terminated: timedOut';
const loss = 'terminated: stopTimer flowLost';
const cancelling = 'cancelling: restartTimer sendCancel';

const inviteClient: Readonly<Record<ClientState, Row>> = {
  calling: ['proceeding: stopTimer pass', success, refusal, 'cancelPending:', timeout, loss],
  cancelPending: [`${cancelling} pass`, success, refusal, 'cancelPending:', timeout, loss],
  proceeding: ['proceeding: stopTimer pass', success, refusal, cancelling, timeout, loss],
  cancelling: ['cancelling: pass', success, refusal, 'cancelling:', timeout, loss],
  accepted: ['accepted:', 'accepted: pass', 'accepted:', 'accepted:', 'terminated:', 'terminated: stopTimer'],
  terminated: dead,
};

test.each(Object.entries(inviteClient))(
  'RFC 3261 §17.1.1 an INVITE client in %s handles every event',
  (state, row) => {
    expect(clientEvents.map((event) => written(stepClient(state as ClientState, event, true)))).toEqual(row);
  },
);

const final = 'terminated: stopTimer pass';
const nonInviteClient: Readonly<Record<'calling' | 'proceeding' | 'terminated', Row>> = {
  calling: ['proceeding: pass', final, final, 'calling:', timeout, loss],
  proceeding: ['proceeding: pass', final, final, 'proceeding:', timeout, loss],
  terminated: dead,
};

test.each(Object.entries(nonInviteClient))(
  'RFC 3261 §17.1.2 a non-INVITE client in %s handles every event',
  (state, row) => {
    expect(clientEvents.map((event) => written(stepClient(state as ClientState, event, false)))).toEqual(row);
  },
);

const serverEvents: readonly ServerEvent[] = [
  { type: 'respond', response: response(180) },
  { type: 'respond', response: response(200) },
  { type: 'respond', response: response(486) },
  { type: 'requestRepeated' },
  { type: 'ackReceived' },
  { type: 'timerFired' },
];

const inviteServer: Readonly<Record<ServerState, Row>> = {
  proceeding: [
    'proceeding: send',
    'accepted: startTimer send',
    'completed: startTimer send',
    'proceeding: sendLast',
    'proceeding:',
    'terminated:',
  ],
  accepted: ['accepted:', 'accepted: send', 'accepted:', 'accepted:', 'accepted:', 'terminated:'],
  completed: [
    'completed:',
    'completed:',
    'completed:',
    'completed: sendLast',
    'terminated: stopTimer',
    'terminated:',
  ],
  terminated: dead,
};

test.each(Object.entries(inviteServer))(
  'RFC 3261 §17.2.1 an INVITE server in %s handles every event',
  (state, row) => {
    expect(serverEvents.map((event) => written(stepServer(state as ServerState, event, true)))).toEqual(row);
  },
);

const nonInviteServer: Readonly<Record<'proceeding' | 'terminated', Row>> = {
  proceeding: [
    'proceeding: send',
    'terminated: send',
    'terminated: send',
    'proceeding: sendLast',
    'proceeding:',
    'terminated:',
  ],
  terminated: dead,
};

test.each(Object.entries(nonInviteServer))(
  'RFC 3261 §17.2.2 a non-INVITE server in %s handles every event',
  (state, row) => {
    expect(serverEvents.map((event) => written(stepServer(state as ServerState, event, false)))).toEqual(row);
  },
);
