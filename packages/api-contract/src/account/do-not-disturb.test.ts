import { expect, test } from 'vitest';
import { doNotDisturbOf } from './do-not-disturb.ts';
import { isAllowedSetting } from './settings.ts';

const now = 1_800_000_000_000;

test.each([
  ['on', {}],
  [String(now + 1), { until: now + 1 }],
  [String(now), undefined],
  [String(now - 1), undefined],
  ['off', undefined],
  ['ON', undefined],
  ['', undefined],
  [undefined, undefined],
])('D86 the setting %j means %j', (value, meaning) => {
  expect(doNotDisturbOf(value, now)).toEqual(meaning);
});

test.each(['', 'ON', 'yes', '1800000000', '-1800000000000', '18000000000000', '1800000000000 ', 'Infinity'])(
  'D86 the value %j is not stored',
  (value) => {
    expect(isAllowedSetting('WEB_DO_NOT_DISTURB', value)).toBe(false);
    expect(doNotDisturbOf(value, now)).toBeUndefined();
  },
);

test.each(['on', 'off', '1800000000000'])('D86 the value %j is stored', (value) => {
  expect(isAllowedSetting('WEB_DO_NOT_DISTURB', value)).toBe(true);
});
