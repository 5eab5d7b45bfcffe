import { AM_MESSAGE_MAX_LENGTH, isAllowedSetting } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { keptMessages, MESSAGE_LENGTH, settingOf, withMessage, withoutMessage } from './kept-messages.ts';

test('D33 own messages are kept once each, the newest first, six at most', () => {
  const kept = ['a', 'b', 'c', 'b', 'd', 'e', 'f', 'g'].reduce<readonly string[]>(withMessage, []);
  expect(kept).toEqual(['g', 'f', 'e', 'd', 'b', 'c']);
  expect(withoutMessage(kept, 'd')).toEqual(['g', 'f', 'e', 'b', 'c']);
});

test('D33 a setting that others wrote does no harm: blank lines are left out', () => {
  expect([keptMessages(), keptMessages(''), keptMessages(' \n hej \r\n\n')]).toEqual([[], [], ['hej']]);
  expect(withMessage([], 'one\ntwo')).toEqual(['one two']);
});

test('D33 the longest messages fit into the setting', () => {
  const kept = Array.from('abcdef')
    .map((letter) => letter.repeat(MESSAGE_LENGTH))
    .join('\n');
  expect(kept.length).toBeLessThanOrEqual(AM_MESSAGE_MAX_LENGTH);
  expect(isAllowedSetting('WEB_REJECT_MESSAGES', kept)).toBe(true);
});

test('D33 the setting has each message of the form once, in its order, and none that is blank', () => {
  expect(settingOf(['later ', '', ' later', 'busy'])).toBe('later\nbusy');
  expect(settingOf(['', ' '])).toBe('');
});
