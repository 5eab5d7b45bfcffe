import { expect, test } from 'vitest';
import { namesApart } from './names-apart.ts';

const bobby = { address: 'bobby@demo.example', displayName: 'Bobby Demo' };
const nameless = (): undefined => undefined;

test('D102 two users with different names have these names', () => {
  const carol = { address: 'carol@demo.example', displayName: 'Carol Demo' };
  expect(namesApart(bobby, carol, nameless)).toEqual(['Bobby Demo', 'Carol Demo']);
});

test.each([
  'Bobby Demo',
  'bobby  demo',
  'BOBBY-DEMO',
  'Ｂobby Demo',
  'Bobby\u200B Demo',
  'B\u043Ebby Demo',
  '\u0412\u043E\u042C\u042C\u0443 Demo',
  'Вовву Демо',
  'Βοββυ Δεμο',
  'Bóbby Demo',
  'Bobbу Dеmo',
  'B0bby Demo',
  'Bobby DemО',
  'Bobby Dem0',
])(
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

test.each([
  ['Ole', '01e'],
  ['lola', 'IoIa'],
  ['Жанна', 'Жaнна'],
  ['Lola', 'L\u0251la'],
  ['Marna', 'Mama'],
])('D102 attack: %j and %j are shown with their addresses', (one, other) => {
  const users = [
    { address: 'one@demo.example', displayName: one },
    { address: 'two@demo.example', displayName: other },
  ] as const;
  const shown = namesApart(users[0], users[1], nameless);
  expect(shown[0]).toContain('(one@demo.example)');
  expect(shown[1]).toContain('(two@demo.example)');
});

test.each([
  ['Bobby Demo', 'Carol Demo'],
  ['Жанна', 'Ольга'],
  ['田中 さくら', '山田 ハナコ'],
  ['김철수 金', '이영희'],
  ['สมชาย', 'สมหญิง'],
  ['Anders Åkesson', 'Zoë 2'],
  ['Đỗ Thị Hương', 'Søren Þór'],
  ['ハナコー', 'さくら'],
  ['محمد', 'فاطمة'],
])('D102 %j and %j are told apart by their names alone', (one, other) => {
  const users = [
    { address: 'one@demo.example', displayName: one },
    { address: 'two@demo.example', displayName: other },
  ] as const;
  expect(namesApart(users[0], users[1], nameless)).toEqual([one, other]);
});
