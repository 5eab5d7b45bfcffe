import { expect, test } from 'vitest';
import { isQuiet, wordsOfScreen } from './screen-words.ts';

const none = { own: 'none', isOwnAgreed: false, isByPeer: false, attempts: 0, isRefused: false } as const;

test('D88 the user reads each step of sharing, and nothing about the screen of the other end here', () => {
  expect(wordsOfScreen({ ...none, own: 'choosing' })).toBe('screen.choosing');
  expect(wordsOfScreen({ ...none, own: 'wanted' })).toBe('screen.starting');
  expect(wordsOfScreen({ ...none, own: 'wanted', isOwnAgreed: true })).toBe('screen.own');
  expect(wordsOfScreen({ ...none, notice: 'denied' })).toBe('screen.denied');
  expect(wordsOfScreen({ ...none, isByPeer: true })).toBeUndefined();
});

test('D88 both ends read after a reload of the page that a screen is not shared any more', () => {
  const notices = [
    ['reloaded', 'screen.reloaded'],
    ['peerReloaded', 'screen.peer_reloaded'],
  ] as const;
  for (const [notice, words] of notices) {
    expect(wordsOfScreen({ ...none, notice })).toBe(words);
    expect(isQuiet({ ...none, notice })).toBe(true);
  }
  expect(isQuiet({ ...none, notice: 'refused' })).toBe(false);
});
