import { expect, test } from 'vitest';
import { markedName } from './marked-name.ts';
import { inSteadyOrder } from './steady-order.ts';

const marked = (name: string, typed: string) =>
  markedName(name, typed)
    .map(({ text, isMarked }) => (isMarked ? `[${text}]` : text))
    .join('');

test.each([
  ['Bobby Berg', 'b', '[B]obby Berg'],
  ['Bobby Berg', 'berg bo', '[Bo]bby [Berg]'],
  ['Åsa Öberg', 'obe', 'Åsa [Öbe]rg'],
  ['Ærø', 'a', '[Æ]rø'],
  ['สมชาย ใจดี', 'ดี', 'สมชาย ใจ[ดี]'],
  ['王小明', '小', '王[小]明'],
  ['👩‍👩‍👧 home', 'ho', '👩‍👩‍👧 [ho]me'],
  ['Bobby', 'xyz', 'Bobby'],
  ['Bobby', '', 'Bobby'],
])('D53 in %j the typed %j is marked as %s', (name, typed, text) => {
  expect(marked(name, typed)).toBe(text);
});

test('D53 rows that are shown keep their places when others arrive', () => {
  const order = (found: string, shown: string) =>
    inSteadyOrder(Array.from(found), Array.from(shown), (letter) => letter).join('');
  expect([order('abcd', 'ca'), order('bd', 'abcd'), order('xab', ''), order('nab', 'ab')]).toEqual([
    'cabd',
    'bd',
    'xab',
    'abn',
  ]);
});
