import { expect, test } from 'vitest';
import { initialsOf } from './initials.ts';

test.each([
  ['bobby', 'B'],
  ['Åsa Maria Öberg', 'ÅÖ'],
  ['anna.lind', 'AL'],
  ['112', '1'],
  ['👩‍👩‍👧 home', 'H'],
  ['Emergency call (demo)', 'ED'],
  ['***', '*'],
  ['مريم علي', 'مع'],
])('the initials of %j are %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
