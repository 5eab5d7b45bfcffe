import { expect, test } from 'vitest';
import { contact } from '../../../testing/fake-people-api.ts';
import { serviceSign } from '../service-sign.ts';
import { findablesOf } from './findable.ts';

test('D53 each person is found once, and calls with a contact make the contact a recent one', () => {
  const found = findablesOf(
    {
      contacts: [
        contact({ id: '1', fname: 'Bobby', sipaddress: 'Bobby@demo.example', favourite: true }),
        contact({ id: '2', fname: 'Anna', sipaddress: 'anna@demo.example' }),
      ],
      services: [{ id: '1', fname: 'Echo', imageUrl: '', sipaddress: 'echo@demo.example' }],
      recents: [
        { name: 'bobby', address: 'bobby@demo.example' },
        { name: 'Stranger', address: 'x@other.example' },
      ],
      directory: [
        { id: 1, name: 'Echo', phone: 'echo' },
        { id: 2, name: 'Library', phone: 'echo@demo.example' },
        { id: 3, name: 'Heading', phone: '' },
      ],
    },
    'demo.example',
  );
  expect(
    found.map(({ kind, name, isFavourite, isRecent }) => [kind, name, isFavourite, isRecent].join(' ')),
  ).toEqual([
    'contact Bobby true true',
    'contact Anna false false',
    'service Echo false false',
    'recent Stranger false true',
    'directory Library false false',
  ]);
});

test.each([
  ['112@demo.example', 'warning'],
  ['sip:echo@demo.example', 'repeat'],
  ['ivr@demo.example', 'dialpad'],
  ['helpdesk@demo.example', 'headset'],
  ['reception@demo.example', 'phone'],
  ['1121@demo.example', 'phone'],
])('D53 the sign of the service %s is %s', (address, sign) => {
  expect(serviceSign(address)).toBe(sign);
});
