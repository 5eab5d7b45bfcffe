import { expect, test } from 'vitest';
import { resetLinkOf } from './reset-link.ts';

test.each([
  ['key=a%2Bb&uid=7&uname=anna.a', { key: 'a+b', uid: '7', username: 'anna.a' }],
  ['?key=a&uid=7', { key: 'a', uid: '7', username: '' }],
  ['key=a', 'invalid'],
  ['uid=7&uname=anna', 'invalid'],
  ['key=&uid=7', 'invalid'],
  ['', 'invalid'],
])('ROUTE-18 RESET-09 %j is read as %j', (search, link) => {
  expect(resetLinkOf(search)).toEqual(link);
});
