import { expect, test } from 'vitest';
import { namesApart } from './names-apart.ts';

const bobby = { address: 'bobby@demo.example', displayName: 'Bobby Demo' };
const nameless = (): undefined => undefined;

test('D102 two users with different names have these names', () => {
  const carol = { address: 'carol@demo.example', displayName: 'Carol Demo' };
  expect(namesApart(bobby, carol, nameless)).toEqual(['Bobby Demo', 'Carol Demo']);
});

test.each(['Bobby Demo', 'bobby  demo', 'BOBBY-DEMO', 'Ｂobby Demo', 'Bobby\u200B Demo'])(
  'D102 attack: a user who calls themselves %j beside Bobby Demo is shown with the address, and so is Bobby',
  (displayName) => {
    const [first, second] = namesApart(bobby, { address: 'mallory@demo.example', displayName }, nameless);
    expect(first).toBe('Bobby Demo (bobby@demo.example)');
    expect(second).toContain('(mallory@demo.example)');
  },
);

test('D102 names of the own contacts count, and two addresses with the same first part are told apart', () => {
  const other = { address: 'bobby@other.example' };
  expect(namesApart(bobby, other, (address) => (address === bobby.address ? 'Bob' : undefined))).toEqual([
    'Bob',
    'bobby',
  ]);
  expect(namesApart({ address: bobby.address }, other, nameless)).toEqual([
    'bobby (bobby@demo.example)',
    'bobby (bobby@other.example)',
  ]);
});
