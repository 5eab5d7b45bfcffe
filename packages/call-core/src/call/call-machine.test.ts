import { expect, test } from 'vitest';
import type { ClientEvent } from '../protocol/client-events.ts';
import type { CallIdentity, CallState } from '../state/call-state.ts';
import { callStatusOf } from '../views/call-status.ts';
import type { CallContext } from './call-machine.ts';
import { stepCall } from './call-machine.ts';
import { isFree } from './free-call.ts';
import { refusalOf } from './refusal.ts';
import { targetOf } from './target.ts';

const call: CallIdentity = {
  callId: 'c',
  direction: 'outgoing',
  remoteUser: { address: 'bobby@demo.example' },
};
const all = { audio: true, video: true, text: true };
const media = { ...all, textTransport: 'dataChannel' } as const;
const context: CallContext = {
  own: all,
  isStarted: true,
  now: 5,
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

const phases: Record<string, CallState> = {
  idle: { phase: 'idle' },
  incoming: { phase: 'incoming', call, offered: all },
  acquiring: { phase: 'calling', call, wanted: all, progress: 'acquiringMedia' },
  locating: { phase: 'calling', call, wanted: all, progress: 'locating' },
  inviting: { phase: 'calling', call, wanted: all, progress: 'inviting' },
  ringing: { phase: 'calling', call, wanted: all, progress: 'ringing' },
  preparing: { phase: 'establishing', call, wanted: all, progress: 'acquiringMedia' },
  answering: { phase: 'establishing', call, wanted: all, progress: 'answering' },
  accepted: { phase: 'accepted', call, media, acceptedAt: 1 },
  ending: { phase: 'ending', call, outcome: 'canceledLocal' },
  shown: { phase: 'ending', call, outcome: 'canceledLocal', isShown: true },
  closed: { phase: 'ending', call, outcome: 'canceledLocal', isClosed: true },
  ended: { phase: 'ended', call, outcome: 'failed' },
  cutOff: { phase: 'ended', call, outcome: 'failed', isCutOff: true, localEnding: 'terminatedLocal' },
  completed: { phase: 'completed', call, outcome: 'failed' },
};

const eventsOf = (callId: string): ClientEvent[] => [
  { type: 'inviteReceived', callId, from: { address: 'carol@demo.example' }, offered: all },
  { type: 'ringing', callId },
  { type: 'callAccepted', callId, media },
  { type: 'callAccepted', callId, media: { audio: false, video: false, text: false, textTransport: 'none' } },
  { type: 'callRefused', callId, status: 486, reason: '' },
  { type: 'inviteCancelled', callId },
  { type: 'remoteHungUp', callId },
  { type: 'callBroken', callId, code: 'x' },
  { type: 'setUpFailed', callId, code: 'x' },
  { type: 'callClosed', callId },
  { type: 'textTransportChanged', callId, transport: 'message' },
  { type: 'mediaAcquired', callId, audio: true, video: true },
  { type: 'mediaFailed', callId, failure: 'denied' },
];
const intents: ClientEvent[] = [
  { type: 'answerRequested' },
  { type: 'declineRequested' },
  { type: 'cancelRequested' },
  { type: 'hangUpRequested' },
  { type: 'dismissed' },
  { type: 'connectionLost', code: 'x' },
  { type: 'browserOffline' },
  { type: 'pageHidden' },
  { type: 'stopRequested' },
  { type: 'timerFired', timer: 'callClosing' },
  { type: 'timerFired', timer: 'localEnding' },
  { type: 'timerFired', timer: 'textPace' },
];
const live = new Set(['calling', 'establishing', 'accepted']);

test('every phase answers every event with a known status, and a call that ends releases its media', () => {
  for (const state of Object.values(phases)) {
    for (const event of [...eventsOf('c'), ...intents]) {
      const step = stepCall(state, event, context);
      const status = callStatusOf(step.state);
      expect(status === undefined || /^[A-Z_]+$/.test(status)).toBe(true);
      const released = step.effects.filter((effect) => effect.do === 'releaseMedia').length;
      if (live.has(state.phase) && !live.has(step.state.phase))
        expect([state.phase, event.type, released]).toEqual([state.phase, event.type, 1]);
    }
  }
});

test.each([
  ['unregisteredNumber', 'UNREGISTERED_NUMBER'],
  ['authenticationError', 'AUTHENTICATION_ERROR'],
  ['tokenInvalid', 'TOKEN_INVALID'],
  ['tokenExpired', 'TOKEN_EXPIRED'],
] as const)(
  'STATE-20 STATE-22 STATE-23 a call barred as %s is not tried and has the status %s',
  (outcome, status) => {
    const event = {
      type: 'callBarred',
      callId: 'c',
      remoteUser: { address: 'eve@demo.example' },
      outcome,
    } as const;
    for (const state of Object.values(phases)) {
      const step = stepCall(state, event, context);
      if (!isFree(state)) expect(step).toEqual({ state, effects: [] });
      else expect(callStatusOf(step.state)).toBe(status);
    }
  },
);

test('events of another call have no effect, but another INVITE is answered with busy', () => {
  for (const state of Object.values(phases).filter((phase) => !isFree(phase))) {
    for (const event of eventsOf('other')) {
      const step = stepCall(state, event, context);
      expect(step.state).toBe(state);
      expect(step.effects).toEqual(
        event.type === 'inviteReceived'
          ? [
              { do: 'reject', callId: 'other', status: 486 },
              {
                do: 'reportTurnedAway',
                call: { callId: 'other', direction: 'incoming', remoteUser: event.from },
              },
            ]
          : [],
      );
    }
  }
});

test('STATE-18 events that arrive after a call has ended change nothing', () => {
  for (const name of ['idle', 'ended', 'cutOff', 'closed', 'completed']) {
    const state = phases[name] ?? expect.fail(name);
    for (const event of eventsOf('c').slice(1))
      expect(stepCall(state, event, context)).toEqual({ state, effects: [] });
  }
});

test.each<[from: string, event: ClientEvent['type'], status: string]>([
  ['incoming', 'inviteCancelled', 'CANCELED_REMOTE'],
  ['incoming', 'declineRequested', 'REJECTED_LOCAL'],
  ['ringing', 'cancelRequested', 'CANCELED_LOCAL'],
  ['ringing', 'remoteHungUp', 'REJECTED_REMOTE'],
  ['ringing', 'callBroken', 'FAILED'],
  ['inviting', 'setUpFailed', 'FAILED'],
  ['answering', 'setUpFailed', 'FAILED'],
  ['ending', 'setUpFailed', 'CANCELED_LOCAL'],
  ['shown', 'setUpFailed', 'COMPLETED'],
  ['acquiring', 'cancelRequested', 'CANCELED_LOCAL'],
  ['locating', 'cancelRequested', 'CANCELED_LOCAL'],
  ['preparing', 'inviteCancelled', 'FAILED'],
  ['answering', 'inviteCancelled', 'FAILED'],
  ['answering', 'remoteHungUp', 'FAILED'],
  ['answering', 'hangUpRequested', 'REJECTED_LOCAL'],
  ['accepted', 'remoteHungUp', 'TERMINATED_REMOTE'],
  ['accepted', 'hangUpRequested', 'TERMINATED_LOCAL'],
  ['accepted', 'callBroken', 'FAILED'],
  ['incoming', 'connectionLost', 'CANCELED_REMOTE'],
  ['ringing', 'connectionLost', 'CANCELED_LOCAL'],
  ['answering', 'connectionLost', 'REJECTED_LOCAL'],
  ['accepted', 'connectionLost', 'TERMINATED_LOCAL'],
  ['accepted', 'browserOffline', 'TERMINATED_LOCAL'],
  ['accepted', 'pageHidden', 'TERMINATED_LOCAL'],
  ['accepted', 'stopRequested', 'TERMINATED_LOCAL'],
  ['acquiring', 'pageHidden', 'CANCELED_LOCAL'],
  ['answering', 'stopRequested', 'REJECTED_LOCAL'],
  ['ending', 'callClosed', 'CANCELED_LOCAL'],
  ['shown', 'remoteHungUp', 'COMPLETED'],
  ['shown', 'callClosed', 'COMPLETED'],
  ['closed', 'dismissed', 'COMPLETED'],
  ['closed', 'inviteReceived', 'INCOMING_CALL'],
  ['cutOff', 'dismissed', 'COMPLETED'],
  ['ended', 'dismissed', 'COMPLETED'],
])(
  'STATE-11 STATE-12 STATE-13 STATE-14 STATE-15 STATE-16 STATE-17 STATE-19 D37 in %s, %s leads to %s',
  (from, type, status) => {
    const event =
      [...eventsOf('c'), ...intents].find((candidate) => candidate.type === type) ?? expect.fail(type);
    expect(callStatusOf(stepCall(phases[from] ?? expect.fail(from), event, context).state)).toBe(status);
  },
);

test.each([
  ['callClosed', 'localEnding'],
  ['localEnding', 'callClosed'],
] as const)('A-062 D37 a local ending is COMPLETED after %s and %s', (first, second) => {
  const events = {
    callClosed: { type: 'callClosed', callId: 'c' },
    localEnding: { type: 'timerFired', timer: 'localEnding' },
  } as const;
  const between = stepCall(phases['ending'] ?? expect.fail(), events[first], context).state;
  expect(callStatusOf(between)).toBe('CANCELED_LOCAL');
  expect(callStatusOf(stepCall(between, events[second], context).state)).toBe('COMPLETED');
});

test('D37 the screen of a call whose connection was lost stays when its status is COMPLETED', () => {
  const shown = { type: 'timerFired', timer: 'localEnding' } as const;
  const { state } = stepCall(phases['cutOff'] ?? expect.fail(), shown, context);
  expect(state).toEqual({ phase: 'ended', call, outcome: 'failed', isCutOff: true });
  expect(callStatusOf(state)).toBe('COMPLETED');
});

test.each([
  [undefined, { outcome: 'failed', isMissed: true }],
  [487, { outcome: 'failed', isMissed: true }],
  [200, { outcome: 'canceledRemote' }],
  [603, { outcome: 'canceledRemote' }],
])('STATE-19 A-065 D36 a call cancelled with cause %j while it is answered ends as %j', (cause, ending) => {
  const event = { type: 'inviteCancelled', callId: 'c', ...(cause === undefined ? {} : { cause }) } as const;
  for (const name of ['preparing', 'answering']) {
    const { state } = stepCall(phases[name] ?? expect.fail(name), event, context);
    expect(state).toEqual({ phase: 'ended', call, ...ending });
  }
});

test('an answer that crosses our CANCEL is ended with BYE', () => {
  const step = stepCall(
    phases['ending'] ?? expect.fail(),
    { type: 'callAccepted', callId: 'c', media },
    context,
  );
  expect(step.effects).toEqual([{ do: 'hangUp', callId: 'c' }]);
});

test('A-077 a call accepted without any medium is hung up and FAILED', () => {
  const none = { audio: false, video: false, text: false, textTransport: 'none' } as const;
  const step = stepCall(
    phases['ringing'] ?? expect.fail(),
    { type: 'callAccepted', callId: 'c', media: none },
    context,
  );
  expect(callStatusOf(step.state)).toBe('FAILED');
  expect(step.effects).toContainEqual({ do: 'hangUp', callId: 'c' });
});

test('STATE-07 A-061 an INVITE is refused with 480 when no user is logged in', () => {
  const invite = eventsOf('c')[0] ?? expect.fail();
  const step = stepCall({ phase: 'idle' }, invite, { ...context, isStarted: false });
  expect(step).toEqual({ state: { phase: 'idle' }, effects: [{ do: 'reject', callId: 'c', status: 480 }] });
});

test.each([
  [404, 'unknownNumber', undefined],
  [410, 'unknownNumber', undefined],
  [484, 'unknownNumber', undefined],
  [604, 'unknownNumber', undefined],
  [408, 'rejectedRemote', 'noAnswer'],
  [487, 'rejectedRemote', 'noAnswer'],
  [480, 'rejectedRemote', 'notReachable'],
  [486, 'rejectedRemote', 'busy'],
  [600, 'rejectedRemote', 'busy'],
  [403, 'rejectedRemote', 'couldNotAnswer'],
  [603, 'rejectedRemote', 'couldNotAnswer'],
  [482, 'rejectedRemote', 'couldNotAnswer'],
  [488, 'failed', undefined],
  [500, 'failed', undefined],
  [503, 'failed', undefined],
])('A-058 a final %i means %s %s', (status, outcome, refusal) => {
  expect(refusalOf(status)).toEqual(refusal === undefined ? { outcome } : { outcome, refusal });
});

test.each([
  ['bobby', 'alice@demo.example', 'bobby@demo.example'],
  [' sip:bobby@demo.example ', 'alice@demo.example', 'bobby@demo.example'],
  ['112', 'alice@x|alice@y', '112@x'],
  ['åsa', 'alice@demo.example', 'åsa@demo.example'],
  ['070-123 45 67', 'alice@demo.example', '0701234567@demo.example'],
  ['12-34.5', 'alice@demo.example', '12-34.5@demo.example', '12345@demo.example'],
  ['08-123456', 'alice@demo.example', '08-123456@demo.example', '08123456@demo.example'],
  ['1-23', 'alice@demo.example', '123@demo.example'],
  ['1-1-2', 'alice@demo.example', '112@demo.example'],
  ['1.1.-2', 'alice@demo.example', '112@demo.example'],
  ['12345', 'alice@demo.example', '12345@demo.example'],
  ['+46 (0)8 12.34/56', 'alice@demo.example', '+4608123456@demo.example'],
  ['\u202a070\u2011123\u00a045\u202c', 'alice@demo.example', '07012345@demo.example'],
  ['sip:1 1 2', 'alice@demo.example', '112@demo.example'],
  ['*21* 070 12#', 'alice@demo.example', '*21*07012#@demo.example'],
  ['anna-lena.berg', 'alice@demo.example', 'anna-lena.berg@demo.example'],
  ['12-34.5@demo.example', 'alice@demo.example', '12-34.5@demo.example'],
  ['070 12@demo.example', 'alice@demo.example', undefined],
  ['-', 'alice@demo.example', '-@demo.example'],
  ['   ', 'alice@demo.example', undefined],
  ['', 'alice@demo.example', undefined],
  ['two words', 'alice@demo.example', undefined],
  ['a\u0000b', 'alice@demo.example', undefined],
  ['x'.repeat(300), 'alice@demo.example', undefined],
])(
  'DIAL-09 DIAL-10 DIAL-11 DIAL-15 A-104 %j typed by %s calls %j, or else %j',
  (typed, own, address, otherwise?: string) => {
    const target = targetOf(typed, own, (number) => number.startsWith('112@'));
    expect([target?.address, target?.otherwise]).toEqual([address, otherwise]);
  },
);

test('DIAL-15 A-104 the number is called when no account has the name, and its refusal is final', () => {
  const named: CallIdentity = { ...call, remoteUser: { address: '12-34.5@x' }, otherwise: '12345@x' };
  const calling: CallState = { phase: 'calling', call: named, wanted: all, progress: 'ringing' };
  const refused = (status: number): ClientEvent => ({ type: 'callRefused', callId: 'c', status, reason: '' });
  expect(stepCall(calling, refused(486), context).state).toMatchObject({ phase: 'ended', refusal: 'busy' });
  const again = stepCall(calling, refused(404), context);
  expect(again).toEqual({
    state: {
      phase: 'calling',
      call: { ...call, remoteUser: { address: '12345@x' } },
      wanted: all,
      progress: 'inviting',
    },
    effects: [{ do: 'invite', callId: 'c', target: '12345@x', wanted: all }],
  });
  expect(stepCall(again.state, refused(404), context).state).toMatchObject({
    phase: 'ended',
    outcome: 'unknownNumber',
    call: { remoteUser: { address: '12345@x' } },
  });
});

test.each([
  [undefined, true],
  [408, true],
  [487, true],
  [200, undefined],
  [603, undefined],
])('A-065 STATE-16 an INVITE cancelled with cause %j is missed: %j', (cause, isMissed) => {
  const event: ClientEvent = {
    type: 'inviteCancelled',
    callId: 'c',
    ...(cause === undefined ? {} : { cause }),
  };
  const { state } = stepCall(phases['incoming'] ?? expect.fail(), event, context);
  expect(state).toMatchObject({ phase: 'ended', outcome: 'canceledRemote' });
  expect(state.phase === 'ended' && state.isMissed).toBe(isMissed);
});

test.each(['connectionLost', 'browserOffline'] as const)(
  'A-065 CALLSCR-12 a call that rings when %s arrives is missed, because it was not declined',
  (type) => {
    const event = [...intents].find((candidate) => candidate.type === type) ?? expect.fail(type);
    const { state, effects } = stepCall(phases['incoming'] ?? expect.fail(), event, context);
    expect(state).toEqual({ phase: 'ended', call, outcome: 'canceledRemote', isMissed: true });
    expect(effects).toEqual([{ do: 'abandon', callId: 'c' }]);
  },
);

test.each(['pageHidden', 'stopRequested'] as const)(
  'A-065 a call that rings when the user leaves by %s is neither declined nor missed',
  (type) => {
    const { state, effects } = stepCall(phases['incoming'] ?? expect.fail(), { type }, context);
    expect(state).toEqual({ phase: 'completed', call, outcome: 'canceledRemote' });
    expect(effects).toContainEqual({ do: 'reject', callId: 'c', status: 480 });
  },
);
