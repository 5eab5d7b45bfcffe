import { expect, test } from 'vitest';
import { contact } from '../../testing/fake-people-api.ts';
import { isListed, knownPeopleOf, namesOf, withKnownName } from './known-names.ts';

const people = knownPeopleOf(
  [
    contact({ id: '1', fname: 'Bobby', sname: 'from work', sipaddress: 'Bobby@demo.example' }),
    contact({ id: '2', sipaddress: 'nameless@demo.example' }),
    contact({ id: '3', fname: 'My echo', sipaddress: 'echo@demo.example' }),
  ],
  [
    { id: '1', fname: 'Echo', imageUrl: '', sipaddress: 'echo@demo.example' },
    { id: '2', fname: 'Help desk', imageUrl: '', sipaddress: 'sip:help@demo.example' },
  ],
  new Map([
    ['bobby@demo.example', { name: 'Bobby Demo', image: '' }],
    ['carol@demo.example', { name: 'Carol Demo', image: '' }],
  ]),
);

test.each([
  ['bobby@demo.example', 'Bobby from work'],
  ['sip:BOBBY@demo.example', 'Bobby from work'],
  ['help@demo.example', 'Help desk'],
  ['echo@demo.example', 'My echo'],
  ['carol@demo.example', 'Carol Demo'],
  ['nameless@demo.example', 'Own name'],
  ['stranger@demo.example', 'Own name'],
])('A-105 D61 INCALL-27 %s is called %s', (address, name) => {
  expect(withKnownName({ address, displayName: 'Own name' }, namesOf(people))).toEqual({
    address,
    displayName: name,
  });
});

test.each([
  ['bobby@demo.example', true],
  ['help@demo.example', true],
  ['carol@demo.example', false],
  ['stranger@demo.example', false],
])('D61 a colleague can become a contact: %s is listed: %s', (address, expected) => {
  expect(isListed(people(address))).toBe(expected);
});
