import type { TransferState } from '@samtal/call-core';
import { expect, test } from 'vitest';
import { wordsOfTransfer } from './transfer-words.ts';

const target = { address: 'carol@demo.example' };
const own = (phase: 'asked' | 'ringing' | 'done' | 'failed', status?: number): TransferState => ({
  side: 'own',
  callId: '1',
  phase,
  target,
  ...(status === undefined ? {} : { status }),
});
const refused = (status: number): TransferState => ({
  side: 'own',
  callId: '1',
  phase: 'failed',
  target,
  status,
  isRefused: true,
});

const apart = { ...own('failed', 486), attended: { user: target, otherId: '2' } } as TransferState;

test('D101 two users who could not be connected: both calls go on', () => {
  expect(wordsOfTransfer(apart)).toBe('transfer.apart');
});

test.each([
  [own('asked'), 'transfer.asked'],
  [own('ringing'), 'transfer.ringing'],
  [own('done'), 'transfer.done'],
  [own('failed', 603), 'transfer.stays'],
  [own('failed', 487), 'transfer.stays'],
  [refused(405), 'transfer.impossible'],
  [refused(503), 'transfer.impossible'],
  [refused(603), 'transfer.stays'],
  // The target has declined (D35).
  [own('failed', 403), 'transfer.unreached'],
  [own('failed', 480), 'transfer.unreached'],
  [own('failed', 404), 'transfer.unreached'],
  [own('failed', 408), 'transfer.unreached'],
])('D87 the screen shows the transfer %j as %s', (transfer, words) => {
  expect(wordsOfTransfer(transfer)).toBe(words);
});
