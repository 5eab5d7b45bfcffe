import type { CallState, NegotiatedMedia } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { firstWordsOf } from './use-first-words.ts';

const call = { callId: 'c1', direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' } } as const;
const accepted = (media: Partial<NegotiatedMedia> = {}): CallState => ({
  phase: 'accepted',
  call,
  media: { audio: true, video: true, text: true, textTransport: 'dataChannel', ...media },
  acceptedAt: 0,
});
const wanted = { audio: true, video: true, text: true };

test.each<readonly [string, string, CallState, string | undefined]>([
  ['is sent when the call is accepted', 'Hi', accepted(), 'Hi'],
  ['is not sent before', 'Hi', { phase: 'calling', call, wanted, progress: 'ringing' }, undefined],
  [
    'is not sent in another call',
    'Hi',
    { ...accepted(), call: { ...call, callId: 'c2' } } as CallState,
    undefined,
  ],
  ['is not sent in a call without text', 'Hi', accepted({ text: false, textTransport: 'none' }), undefined],
  ['is not sent to a peer that only writes', 'Hi', accepted({ isTextReadOnly: true }), undefined],
  ['is not sent if it is blank', '  ', accepted(), undefined],
])('CALLSCR-05 what a caller wrote before the answer %s', (_what, text, state, expected) => {
  expect(firstWordsOf({ callId: 'c1', address: 'bobby@demo.example', text }, state)).toBe(expected);
});
