import { expect, test } from 'vitest';
import type { CallState } from '../state/call-state.ts';
import { lastCallOf } from './last-call.ts';

const call = { callId: 'c1', direction: 'outgoing', remoteUser: { address: 'bobby@demo.example' } } as const;
const media = { audio: true, video: true, text: true, textTransport: 'dataChannel' } as const;

test.each<readonly [string, CallState, boolean]>([
  ['no call yet', { phase: 'idle' }, false],
  ['a call in progress', { phase: 'accepted', call, media, acceptedAt: 0 }, false],
  ['a call that the user is ending', { phase: 'ending', call, outcome: 'terminatedLocal' }, false],
  ['a call that the user has ended', { phase: 'completed', call, outcome: 'terminatedLocal' }, true],
  ['a call that the user has rejected', { phase: 'completed', call, outcome: 'rejectedLocal' }, false],
  ['a call that the user has cancelled', { phase: 'completed', call, outcome: 'canceledLocal' }, false],
  ['a call that the other has ended', { phase: 'ended', call, outcome: 'terminatedRemote' }, false],
  ['the same after its screen', { phase: 'completed', call, outcome: 'terminatedRemote' }, false],
])('CALLSCR-13 the page knows whether it offers the last call after %s', (_what, state, isOffered) => {
  expect(lastCallOf(state)).toBe(isOffered ? call : undefined);
});
