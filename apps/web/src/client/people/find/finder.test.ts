import { expect, test } from 'vitest';
import { findable } from '../../../testing/findable.ts';
import { createFinder } from './finder.ts';

const people = [
  ['Bobby Berg', 'bobby@demo.example'],
  ['Åsa Öberg', 'asa.o@demo.example'],
  ['Anna-Lena Bergström', 'annalena@demo.example'],
  ['Müller & Söhne', 'mueller@demo.example'],
  ['Øystein Ærø', 'oystein@demo.example'],
  ['مريم العلي', 'maryam@demo.example'],
  ['أحمد', 'ahmed@demo.example'],
  ['สมชาย ใจดี', 'somchai@demo.example'],
  ['王小明', 'wang@demo.example'],
  ['김철수', 'kim@demo.example'],
  ['Ирина Фёдорова', 'irina@demo.example'],
  ['Weather', '+468123456@demo.example'],
  ['Taxi', '0701234567@demo.example'],
  ['İstanbul Taksi', 'istanbul@demo.example'],
].map(([name = '', address = '']) => findable({ name, address }));

const namesFor = (typed: string, language = 'en') =>
  createFinder(people, language)(typed, 20).people.map(({ name }) => name);

test.each([
  ['bob', ['Bobby Berg']],
  ['BERG', ['Anna-Lena Bergström', 'Bobby Berg']],
  ['berg bob', ['Bobby Berg']],
  ['obby', []],
  ['lena', ['Anna-Lena Bergström']],
  ['asa', ['Åsa Öberg']],
  ['öb', ['Åsa Öberg']],
  ['oeberg', ['Åsa Öberg']],
  ['soehne', ['Müller & Söhne']],
  ['oystein aero', ['Øystein Ærø']],
  ['علي', ['مريم العلي']],
  ['احمد', ['أحمد']],
  ['ใจ', ['สมชาย ใจดี']],
  ['ชาย', ['สมชาย ใจดี']],
  ['小明', ['王小明']],
  ['기', ['김철수']],
  ['федор', ['Ирина Фёдорова']],
  ['istanbul', ['İstanbul Taksi']],
  ['annalena@demo', ['Anna-Lena Bergström']],
  ['asa.o@', ['Åsa Öberg']],
  ['demo', []],
  ['08-12 34', ['Weather']],
  ['+46 (0)8 1234', ['Weather']],
  ['0046 8123', ['Weather']],
  ['٠٧٠١٢', ['Taxi']],
  ['070 123', ['Taxi']],
  ['   ', []],
  ['xyz', []],
])('D53 typing %j finds %j', (typed, names) => {
  expect(namesFor(typed)).toEqual(names);
});

test('D53 favourites come first, then people of recent calls, then contacts, services and the directory', () => {
  const find = createFinder(
    [
      findable({ name: 'Bo directory', kind: 'directory' }),
      findable({ name: 'Bo service', kind: 'service' }),
      findable({ name: 'Bo contact' }),
      findable({ name: 'Bo recent', isRecent: true }),
      findable({ name: 'Bo favourite', isFavourite: true }),
    ],
    'en',
  );
  expect(find('bo', 9).people.map(({ name }) => name)).toEqual(
    ['favourite', 'recent', 'contact', 'service', 'directory'].map((word) => `Bo ${word}`),
  );
});

test('D53 a name that is equal in the language comes before one that differs by an accent', () => {
  const two = [findable({ name: 'Ostberg' }), findable({ name: 'Östberg' })];
  const first = (typed: string, language: string) => createFinder(two, language)(typed, 2).people[0]?.name;
  expect([first('öst', 'sv'), first('ost', 'sv'), first('ost', 'de')]).toEqual([
    'Östberg',
    'Ostberg',
    'Ostberg',
  ]);
});

test('D53 all matches are counted, and as many are returned as asked for', () => {
  const many = Array.from({ length: 300 }, (_, index) => findable({ name: `Anna ${index}` }));
  const found = createFinder(many, 'en')('ann', 20);
  expect([found.total, found.people.length]).toEqual([300, 20]);
});
