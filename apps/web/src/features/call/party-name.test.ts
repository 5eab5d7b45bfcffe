import { expect, test } from 'vitest';
import { initialsOf, nameOf } from './party-name.ts';

test.each([
  [{ address: 'bobby@demo.example' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: 'Bobby Björk' }, 'Bobby Björk'],
  [{ address: 'bobby@demo.example', displayName: ' \u202E ' }, 'bobby'],
  [{ address: 'bobby@demo.example', displayName: 'Bob\u202Eby\n' }, 'Bobby'],
  [{ address: 'a@b@demo.example' }, 'a@b'],
  [{ address: '112' }, '112'],
])('INCALL-27 A-105 %j is called %j', (party, name) => {
  expect(nameOf(party)).toBe(name);
});

test.each([
  ['bobby', 'B'],
  ['Åsa Maria Öberg', 'ÅÖ'],
  ['anna.lind', 'AL'],
  ['112', '1'],
  ['👩‍👩‍👧 home', 'H'],
  ['***', '*'],
  ['مريم علي', 'مع'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
