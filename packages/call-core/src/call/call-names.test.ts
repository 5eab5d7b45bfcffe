import { expect, test } from 'vitest';
import type {
  CallDirection,
  CallIdentity,
  CallState,
  LocalOutcome,
  RemoteOutcome,
} from '../state/call-state.ts';
import { callStatusOf } from '../views/call-status.ts';
import { callViewOf } from '../views/call-view.ts';
import type { CallContext } from './call-machine.ts';
import { stepCall } from './call-machine.ts';
import { sessionStateOf } from './session-lifecycle.ts';

const identity = (direction: CallDirection): CallIdentity => ({
  callId: 'c',
  direction,
  remoteUser: { address: 'bobby@demo.example' },
});
const call = identity('outgoing');
const wanted = { audio: true, video: true, text: true };
const media = { ...wanted, textTransport: 'message' } as const;
const context: CallContext = {
  own: wanted,
  isStarted: true,
  now: 0,
  isEmergency: () => false,
  isLocating: false,
  isPositionAwaited: false,
  position: undefined,
  civic: undefined,
  isKept: false,
  isReloadKept: false,
  isConnectionLost: false,
  isConnected: true,
};
const calling = (progress: 'acquiringMedia' | 'locating' | 'inviting' | 'ringing'): CallState => ({
  phase: 'calling',
  call,
  wanted,
  progress,
});
const incoming: CallState = { phase: 'incoming', call: identity('incoming'), offered: wanted };
const establishing: CallState = {
  phase: 'establishing',
  call: identity('incoming'),
  wanted,
  progress: 'answering',
};
const accepted: CallState = { phase: 'accepted', call, media, acceptedAt: 0 };
const ending = (outcome: LocalOutcome): CallState => ({ phase: 'ending', call, outcome });
const ended = (outcome: RemoteOutcome): CallState => ({ phase: 'ended', call, outcome });

test.each<
  [
    CallState,
    ReturnType<typeof callStatusOf>,
    ReturnType<typeof callViewOf>,
    ReturnType<typeof sessionStateOf>,
  ]
>([
  [{ phase: 'idle' }, undefined, undefined, undefined],
  [incoming, 'INCOMING_CALL', undefined, 'initial'],
  [calling('acquiringMedia'), 'CALLING', 'OUTGOING', 'initial'],
  [calling('locating'), 'CALLING', 'OUTGOING', 'initial'],
  [calling('inviting'), 'CALLING', 'OUTGOING', 'establishing'],
  [calling('ringing'), 'CALLING', 'OUTGOING', 'establishing'],
  [establishing, 'ESTABLISHING', 'OUTGOING', 'establishing'],
  [accepted, 'ACCEPTED', 'INCALL', 'established'],
  [ending('canceledLocal'), 'CANCELED_LOCAL', 'HANGUPA', 'terminating'],
  [ending('rejectedLocal'), 'REJECTED_LOCAL', 'HANGUPA', 'terminating'],
  [ending('terminatedLocal'), 'TERMINATED_LOCAL', 'HANGUPA', 'terminating'],
  [ended('busy'), 'BUSY', 'REJECTEDB', 'terminated'],
  [ended('rejectedRemote'), 'REJECTED_REMOTE', 'REJECTEDB', 'terminated'],
  [ended('canceledRemote'), 'CANCELED_REMOTE', undefined, 'terminated'],
  [ended('terminatedRemote'), 'TERMINATED_REMOTE', 'REJECTEDB', 'terminated'],
  [ended('failed'), 'FAILED', 'REJECTEDB', 'terminated'],
  [ended('unknownNumber'), 'UNKNOWN_NUMBER', 'REJECTEDB', 'terminated'],
  [ended('unregisteredNumber'), 'UNREGISTERED_NUMBER', 'REJECTEDB', 'terminated'],
  [ended('authenticationError'), 'AUTHENTICATION_ERROR', undefined, 'terminated'],
  [ended('tokenInvalid'), 'TOKEN_INVALID', undefined, 'terminated'],
  [ended('tokenExpired'), 'TOKEN_EXPIRED', undefined, 'terminated'],
  [{ phase: 'completed', call, outcome: 'failed' }, 'COMPLETED', undefined, 'terminated'],
])(
  'STATE-01 STATE-03 STATE-20 STATE-22 STATE-23 STATE-25 STATE-39 A-059 %j has the status %s, the view %s and the session state %s',
  (state, status, view, session) => {
    expect([callStatusOf(state), callViewOf(state), sessionStateOf(state)]).toEqual([status, view, session]);
  },
);

test('STATE-30 an unknown session state is an error', () => {
  const unknown = { phase: 'dreaming' } as unknown as CallState;
  expect(() => sessionStateOf(unknown)).toThrow('unknown session state: dreaming');
});

test.each<[string, CallState, string[]]>([
  ['an outgoing call before its INVITE', calling('acquiringMedia'), []],
  ['an outgoing call that waits for a position', calling('locating'), []],
  ['an outgoing call', calling('inviting'), ['cancel']],
  ['an outgoing call that rings', calling('ringing'), ['cancel']],
  ['an incoming call', incoming, ['reject']],
  ['an incoming call being answered', establishing, ['reject']],
  ['an established call', accepted, ['hangUp']],
])('STATE-29 SIP-06 hanging up %s sends the right message', (_what, state, asked) => {
  const { effects } = stepCall(state, { type: 'hangUpRequested' }, context);
  const signalling = effects
    .map((effect) => effect.do)
    .filter((name) => ['cancel', 'reject', 'hangUp'].includes(name));
  expect(signalling).toEqual(asked);
});

test('STATE-26 D41 the negotiated media are recorded and follow the text transport, and a lost transport keeps the text', () => {
  const step = stepCall(calling('ringing'), { type: 'callAccepted', callId: 'c', media }, context);
  expect(step.state).toMatchObject({ phase: 'accepted', media });
  const changed = stepCall(
    step.state,
    { type: 'textTransportChanged', callId: 'c', transport: 'none' },
    context,
  );
  expect(changed.state).toMatchObject({
    media: { audio: true, video: true, text: true, textTransport: 'none' },
  });
});

test('A-043 A-044 an INVITE with no medium in common is refused with 488 without ringing, and an ended screen stays', () => {
  for (const state of [{ phase: 'idle' } as const, ended('failed')]) {
    const offered = { audio: false, video: true, text: false };
    const step = stepCall(
      state,
      { type: 'inviteReceived', callId: 'd', from: { address: 'x@y' }, offered },
      { ...context, own: { audio: true, video: false, text: true } },
    );
    expect(step).toEqual({ state, effects: [{ do: 'reject', callId: 'd', status: 488 }] });
  }
});
