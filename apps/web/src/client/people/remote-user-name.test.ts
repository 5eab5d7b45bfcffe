import { expect, test } from 'vitest';
import { nameOf } from './remote-user-name.ts';

test.each([
  [{ address: 'bobby@demo.example' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: 'Bobby Björk' }, 'Bobby Björk'],
  [{ address: 'bobby@demo.example', displayName: ' \u202E ' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: 'Bob\u202Eby\n' }, 'Bobby'],
  [{ address: 'bobby@demo.example', displayName: '\u200B\u3164\u2060' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: 'Bob\u2028by' }, 'Bobby'],
  [{ address: 'bobby@demo.example', displayName: '\u2800' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: '\u034F' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: '\u200D \uFE0F' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: '\u{E0041}\u{E0042}' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: `B${'\u0336'.repeat(5)}` }, `B${'\u0336'.repeat(4)}`],
  [{ address: 'a@b@demo.example' }, 'a@b'],
  [{ address: '112' }, '112'],
])('INCALL-27 A-105 %j is called %j', (remoteUser, name) => {
  expect(nameOf(remoteUser)).toBe(name);
});
