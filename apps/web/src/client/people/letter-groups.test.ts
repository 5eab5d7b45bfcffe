import { contactName } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { contact } from '../../testing/fake-people-api.ts';
import { letterGroups } from './letter-groups.ts';

const grouped = (names: readonly string[], language: string) =>
  letterGroups(names, (name) => name, language).map(({ letter, items }) => `${letter}: ${items.join(', ')}`);

test.each([
  ['sv', ['Östen', 'Anna', 'Åsa', 'ada', 'Zoe'], ['A: ada, Anna', 'Z: Zoe', 'Å: Åsa', 'Ö: Östen']],
  ['de', ['Östen', 'Otto', 'Anna', 'Ärger'], ['A: Anna, Ärger', 'O: Östen, Otto']],
  ['fr', ['Élise', 'Eric', 'emma'], ['E: Élise, emma, Eric']],
  ['en', ['bobby', '112', '#', 'Anna', '  ', '👋'], ['A: Anna', 'B: bobby', '#:   , #, 👋, 112']],
  ['ar', ['مريم', 'أحمد', 'Bob'], ['ا: أحمد', 'م: مريم', 'B: Bob']],
  ['tr', ['ışık', 'istanbul'], ['I: ışık', 'İ: istanbul']],
  ['en', [], []],
])('CONTACT-01 A-095 in %s %j are grouped as %j', (language, names, groups) => {
  expect(grouped(names, language)).toEqual(groups);
});

test.each([
  [{ fname: 'Åsa', sname: 'Berg' }, 'Å'],
  [{ fname: 'Zoe' }, 'Z'],
  [{ sname: 'Berg' }, 'B'],
  [{ sipaddress: 'kim@demo.example' }, 'K'],
  [{ sipaddress: '112@demo.example' }, '#'],
  [{}, '#'],
])('CONTACT-02 %j is listed under %s', (given, letter) => {
  const groups = letterGroups([contact({ id: '1', ...given })], contactName, 'sv');
  expect(groups.map((group) => group.letter)).toEqual([letter]);
});
