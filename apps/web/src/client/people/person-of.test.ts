import { expect, test } from 'vitest';
import { contact } from '../../testing/fake-people-api.ts';
import { knownPeopleOf } from './known-names.ts';
import { personOf } from './person-of.ts';

const known = knownPeopleOf(
  [contact({ id: '1', fname: 'Mum', sipaddress: 'anna@demo.example', imageUrl: 'anna.png' })],
  [{ id: '1', fname: 'Help desk', imageUrl: 'help.svg', sipaddress: 'help@demo.example' }],
  new Map([
    ['anna@demo.example', { name: 'Anna Demo', image: '' }],
    ['help@demo.example', { name: 'Helper Demo', image: '' }],
    ['bobby@demo.example', { name: 'Bobby Demo', image: '' }],
    ['fake@demo.example', { name: 'boss@demo.example', image: '' }],
  ]),
);

test.each([
  ['anna@demo.example', 'Annie', { name: 'Mum', image: 'anna.png', source: 'contact' }],
  ['help@demo.example', undefined, { name: 'Help desk', image: 'help.svg', source: 'service' }],
  ['sip:Bobby@demo.example', 'Bob', { name: 'Bobby Demo', image: '', source: 'organisation' }],
  ['fake@demo.example', undefined, { name: 'fake', image: '', source: 'address' }],
  ['else@other.example', 'Eve Else', { name: 'Eve Else', image: '', source: 'claim' }],
  ['else@other.example', 'bobby@demo.example', { name: 'else', image: '', source: 'address' }],
  ['else@other.example', null, { name: 'else', image: '', source: 'address' }],
  ['112', undefined, { name: '112', image: '', source: 'address' }],
] as const)('D61 A-105 %s who claims to be %j is %j', (address, claimed, person) => {
  expect(personOf({ address, claimed }, known)).toEqual(person);
});
