import { expect, test } from 'vitest';
import { contact } from '../../testing/fake-people-api.ts';
import { knownNamesOf, withKnownName } from './known-names.ts';

const names = knownNamesOf(
  [
    contact({ id: '1', fname: 'Bobby', sname: 'from work', sipaddress: 'Bobby@demo.example' }),
    contact({ id: '2', sipaddress: 'nameless@demo.example' }),
    contact({ id: '3', fname: 'My echo', sipaddress: 'echo@demo.example' }),
  ],
  [
    { id: '1', fname: 'Echo', imageUrl: '', sipaddress: 'echo@demo.example' },
    { id: '2', fname: 'Help desk', imageUrl: '', sipaddress: 'sip:help@demo.example' },
  ],
);

test.each([
  ['bobby@demo.example', 'Bobby from work'],
  ['sip:BOBBY@demo.example', 'Bobby from work'],
  ['help@demo.example', 'Help desk'],
  ['echo@demo.example', 'My echo'],
  ['nameless@demo.example', 'Own name'],
  ['stranger@demo.example', 'Own name'],
])('A-105 INCALL-27 %s is called %s', (address, name) => {
  expect(withKnownName({ address, displayName: 'Own name' }, names)).toEqual({ address, displayName: name });
});
