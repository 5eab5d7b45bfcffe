import { expect, test } from 'vitest';
import { busySeconds } from './busy-seconds.ts';

test.each([
  [500, '0', 0],
  [500, '7', 7],
  [500, ' 10 ', 10],
  [500, '1 (another offer)', 1],
  [500, '5;duration=3600', 5],
  [500, '11', undefined],
  [500, '99999999999999999999', undefined],
  [500, '-1', undefined],
  [500, '-0', undefined],
  [500, '+1', undefined],
  [500, '1e9', undefined],
  [500, '0x5', undefined],
  [500, '1.5', undefined],
  [500, '', undefined],
  [500, 'soon', undefined],
  [500, undefined, undefined],
  [491, '1', undefined],
  [503, '0', undefined],
  [undefined, '1', undefined],
])(
  'D84 RFC 3261 §14.2 §20.33 attack: status %j with Retry-After %j lets an offer come again after %j s',
  (status, value, seconds) => {
    expect(busySeconds(status, value)).toBe(seconds);
  },
);
