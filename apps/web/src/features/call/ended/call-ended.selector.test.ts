import type { CallState, RefusalReason, RemoteOutcome } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { isForeign, selectCallEnded } from './call-ended.selector.ts';

const intents = { callAgain: () => {}, dismiss: () => {} };

const ended = (outcome: RemoteOutcome, refusal?: RefusalReason): Extract<CallState, { phase: 'ended' }> => ({
  phase: 'ended',
  call: { callId: 'c1', direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' } },
  outcome,
  ...(refusal === undefined ? {} : { refusal }),
});

test.each([
  ['rejectedRemote', 'noAnswer', 'call.noanswer', false],
  ['rejectedRemote', 'notReachable', 'call.notreachable', false],
  ['rejectedRemote', 'couldNotAnswer', 'call.couldnotanswer', false],
  ['rejectedRemote', 'busy', 'call.couldnotanswer', false],
  ['rejectedRemote', undefined, 'call.couldnotanswer', false],
  ['busy', 'busy', 'call.couldnotanswer', false],
  ['terminatedRemote', undefined, 'call.ended', false],
  ['unknownNumber', undefined, 'call.unknownnumber', false],
  ['unregisteredNumber', undefined, 'call.unregisterednumber', false],
  ['failed', undefined, 'error.unknown', true],
  ['authenticationError', undefined, 'error.authentication', true],
  ['tokenInvalid', undefined, 'error.invalidToken', true],
  ['tokenExpired', undefined, 'error.tokenExpiredInvalid', true],
] as const)('CALLSCR-14 A-058 %s with %s says %s', (outcome, refusal, words, isFault) => {
  const props = selectCallEnded(ended(outcome, refusal), undefined, intents);
  expect(props).toEqual({
    name: 'bobby',
    words,
    isFault,
    blockedBy: undefined,
    onCallAgain: intents.callAgain,
    onCancel: intents.dismiss,
  });
});

test('REG-03 a call that ended with the lost connection says so, and offers to call back', () => {
  const props = selectCallEnded({ ...ended('failed'), isCutOff: true }, 'offline', intents);
  expect(props).toMatchObject({ words: 'call.cut_off', isFault: true, blockedBy: 'offline' });
});

test('STATE-19 D36 a caller who cancelled while this side was connecting is named, and can be called', () => {
  const props = selectCallEnded({ ...ended('failed'), isMissed: true }, undefined, intents);
  expect(props).toMatchObject({ name: 'bobby', words: 'call.missed', isFault: false });
});

test('STATE-19 a call whose media path broke says that the connection was lost', () => {
  const props = selectCallEnded({ ...ended('failed'), isBroken: true }, undefined, intents);
  expect(props).toMatchObject({ words: 'call.cut_off', isFault: true });
});

test('CALLSCR-07 while offline calling again is disabled, but the screen can be left', () => {
  const props = selectCallEnded(ended('terminatedRemote'), 'offline', intents);
  expect(props.onCallAgain).toBeUndefined();
  expect(props.blockedBy).toBe('offline');
  expect(props.onCancel).toBe(intents.dismiss);
});

test('D63 an unknown address of another service is not called an unknown number of ours', () => {
  const elsewhere = ended('unknownNumber');
  const remoteUser = { address: 'bobby@another.example' };
  const far = { ...elsewhere, call: { ...elsewhere.call, remoteUser } };
  expect(selectCallEnded(far, undefined, intents, true)).toMatchObject({
    name: 'bobby@another.example',
    words: 'call.unknownaddress',
  });
  expect(selectCallEnded(far, undefined, intents)).toMatchObject({
    name: 'bobby',
    words: 'call.unknownnumber',
  });
  expect(selectCallEnded(ended('terminatedRemote'), undefined, intents, true).words).toBe('call.ended');
});

test.each([
  ['bobby@another.example', true],
  ['bobby@DEMO.example', false],
  ['bobby', false],
  ['112', false],
])('D63 %s is of another service: %s', (address, expected) => {
  expect(isForeign(address, 'alice@demo.example')).toBe(expected);
});
