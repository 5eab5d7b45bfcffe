import { organisationRulesOf, parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import {
  changeableNames,
  changesOf,
  isRequired,
  profileProblems,
  savedValues,
  sipAddressesOf,
} from './profile-fields.ts';

const brand = parseBrand({});
if (!brand.ok) throw new Error('the brand must be valid');
const rules = brand.brand.registration;
const organisationWith = (settings: Record<string, string>) =>
  organisationRulesOf(Object.entries(settings).map(([key, value]) => ({ key, value })));
const organisation = organisationWith({});
const saved = savedValues([
  { key: 'FORENAME', value: 'Anna' },
  { key: 'EMAIL', value: 'anna@mail.example' },
  { key: 'PHONE_NUMBER', value: 'a number of old' },
]);
const names = changeableNames(organisation, saved, false);
const problemsWith = (changes: Partial<typeof saved>) =>
  profileProblems({ ...saved, ...changes }, { saved, names, organisation, rules });

test('PROFILE-04 the fields that may be changed, in the order of the form', () => {
  expect(names.join(' ')).toBe(
    'firstname lastname email address postcode city phonenumber mobilenumber textphonenumber isdnnumber gggnumber faxnumber',
  );
  const few = organisationWith({ WEB_CHANGE_OWN_DATA_VISIBLE_FIELDS: 'city, password, username ,firstname' });
  expect(changeableNames(few, saved, false)).toEqual(['firstname', 'city']);
});

test('D63 kinds of numbers that are hardly in use are left out, unless the user has one or must have it', () => {
  const shown = changeableNames(organisation, saved, true).join(' ');
  expect(shown).toBe('firstname lastname email address postcode city phonenumber mobilenumber');
  const strict = organisationWith({ WEB_REQUIRED_FIELDS: 'faxnumber' });
  const owner = { ...saved, isdnnumber: '040 123456' };
  expect(changeableNames(strict, owner, true).slice(-2)).toEqual(['isdnnumber', 'faxnumber']);
});

test('PROFILE-07 PROFILE-13 only changed values are sent, trimmed, under the name of their property', () => {
  const values = { ...saved, firstname: ' Anna ', lastname: ' Ek', gggnumber: '3', textphonenumber: '4' };
  expect(changesOf(values, saved, names)).toEqual([
    { name: 'lastname', key: 'SURNAME', value: 'Ek' },
    { name: 'textphonenumber', key: 'TEXT_PHONE_NUMBER', value: '4' },
    { name: 'gggnumber', key: 'GGG_NUMBER', value: '3' },
  ]);
  expect(changesOf({ ...saved, firstname: '' }, saved, names)).toEqual([
    { name: 'firstname', key: 'FORENAME', value: '' },
  ]);
});

test('PROFILE-06 e-mail and the fields that the organisation requires must not be empty', () => {
  expect(problemsWith({ email: ' ' })).toEqual({ email: 'required' });
  const strict = organisationWith({ WEB_REQUIRED_FIELDS: 'city' });
  expect(isRequired('city', strict)).toBe(true);
  expect(profileProblems(saved, { saved, names, organisation: strict, rules })).toEqual({ city: 'required' });
});

test.each([
  ['mobilenumber', '12', 'invalid'],
  ['mobilenumber', '070 123 4567', undefined],
  ['phonenumber', 'another', 'invalid'],
  ['city', '<b>', 'invalid'],
  ['city', 'Malmö', undefined],
  ['isdnnumber', '<', 'invalid'],
  ['email', 'anna@', 'invalid'],
  ['email', ' bo@mail.example ', undefined],
] as const)('PROFILE-14 %s %j: %s', (name, value, problem) => {
  expect(problemsWith({ [name]: value })).toEqual(problem === undefined ? {} : { [name]: problem });
});

test('an unchanged value that is older than the rules is accepted', () => {
  expect(problemsWith({})).toEqual({});
});

test('PROFILE-02 several addresses are separated', () => {
  expect(sipAddressesOf('a@x.example| b@y.example|')).toEqual(['a@x.example', 'b@y.example']);
  expect(sipAddressesOf('')).toEqual([]);
});
