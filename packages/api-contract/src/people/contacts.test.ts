import { expect, test } from 'vitest';
import type { ContactDraft } from './contacts.ts';
import {
  CONTACT_FIELDS,
  contactName,
  contactProblem,
  contactsOf,
  isContactFieldValid,
  servicesOf,
} from './contacts.ts';

const bo: ContactDraft = {
  fname: 'Bo',
  sname: 'Ek',
  sipaddress: 'bo@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
};

test.each([
  [bo, 'Bo Ek'],
  [{ ...bo, sname: '' }, 'Bo'],
  [{ ...bo, fname: '' }, 'Ek'],
  [{ ...bo, fname: '', sname: '' }, 'bo@demo.example'],
])('CONTACT-03 the display name of %j is %s', (contact, name) => {
  expect(contactName(contact)).toBe(name);
});

test.each([
  [bo, undefined],
  [{ ...bo, sipaddress: '' }, { kind: 'noAddress' }],
  [
    { ...bo, sipaddress: 'bo' },
    { kind: 'invalidField', field: 'sipaddress' },
  ],
  [
    { ...bo, email: 'x' },
    { kind: 'invalidField', field: 'email' },
  ],
  [
    { ...bo, city: 'a<b' },
    { kind: 'invalidField', field: 'city' },
  ],
])('CONTACT-09 CONTACT-10 CONTACT-11 the problem of the contact %j is %j', (draft, problem) => {
  expect(contactProblem(draft)).toEqual(problem);
});

test('A-018 the other fields accept letters of any script, digits and the signs of the rule', () => {
  for (const value of ['', 'å', 'سمتال', '12 (b), "c"', 'x'.repeat(255)])
    expect(isContactFieldValid('address', value)).toBe(true);
  for (const value of ['<', "'", '\n', 'x'.repeat(256)])
    expect(isContactFieldValid('postNr', value)).toBe(false);
});

test('D61 names, streets and cities may have apostrophes', () => {
  for (const field of ['fname', 'sname', 'address', 'city'] as const)
    for (const value of ["O'Brien", 'O’Brien', "L'Aquila"])
      expect(isContactFieldValid(field, value)).toBe(true);
});

test('CONTACT-16 SERVICE-01 fields that another server omits, or sends as null or a number, are filled in', () => {
  expect(contactsOf({ contactList: [{ id: 7, sipaddress: 'bo@demo.example', fname: null }] })).toEqual([
    { ...bo, fname: '', sname: '', id: '7', imageUrl: '' },
  ]);
  expect(servicesOf({ contactList: [{ id: 7, fname: 'Echo' }] })).toEqual([
    { id: '7', fname: 'Echo', imageUrl: '', sipaddress: '' },
  ]);
});

test('CONTACT-12 the rule for passwords does not apply to contacts: short and long values are valid in every field', () => {
  for (const field of CONTACT_FIELDS) {
    expect(field).not.toMatch(/password/i);
    const [short, long] = ['a', 'a'.repeat(200)].map((name) =>
      field === 'sipaddress' || field === 'email' ? `${name}@b.cd` : name,
    );
    expect([isContactFieldValid(field, short ?? ''), isContactFieldValid(field, long ?? '')]).toEqual([
      true,
      true,
    ]);
  }
});
