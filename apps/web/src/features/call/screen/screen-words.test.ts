import { expect, test } from 'vitest';
import { wordsOfScreen } from './screen-words.ts';

const none = { own: 'none', isOwnAgreed: false, isByPeer: false, attempts: 0, isRefused: false } as const;

test('D88 the user reads each step of sharing, and nothing about the screen of the other end here', () => {
  expect(wordsOfScreen({ ...none, own: 'choosing' })).toBe('screen.choosing');
  expect(wordsOfScreen({ ...none, own: 'wanted' })).toBe('screen.starting');
  expect(wordsOfScreen({ ...none, own: 'wanted', isOwnAgreed: true })).toBe('screen.own');
  expect(wordsOfScreen({ ...none, notice: 'denied' })).toBe('screen.denied');
  expect(wordsOfScreen({ ...none, isByPeer: true })).toBeUndefined();
});
