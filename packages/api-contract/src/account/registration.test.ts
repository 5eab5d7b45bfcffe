import { expect, test } from 'vitest';
import { organisationRulesOf } from '../site/organisation-settings.ts';
import { FIELD_NAMES } from '../values/fields.ts';
import { completeSipAddress } from '../values/sip-address.ts';
import type { FieldValues } from './registration.ts';
import { fieldsOfPayload, registrationPayload, registrationRequestSchema } from './registration.ts';
import { generateUsername, usernameAttempt } from './usernames.ts';

const nobody = { firstname: '', lastname: '', email: '', sipaddress: '' };
const form = (values: Partial<FieldValues>): FieldValues => ({
  ...(Object.fromEntries(FIELD_NAMES.map((name) => [name, ''])) as FieldValues),
  ...values,
});

test.each([
  [{ firstname: 'Bo', lastname: 'Ek' }, 'bo.ek'],
  [{ firstname: 'A', lastname: 'B' }, 'a.b00'],
  [{ firstname: 'Åsa Lä', lastname: 'Öberg' }, 'asala.oberg'],
  [{ firstname: 'José', lastname: 'Sørensen' }, 'jose.sorensen'],
  [{ firstname: 'Bo' }, 'bo000'],
  [{ firstname: 'Bo', lastname: 'Ek', email: 'x@y.example' }, 'bo.ek'],
  [{ email: 'info.desk@y.example' }, 'info.desk'],
  [{ email: 'Al+b@y.example', sipaddress: 'sip:other@z.example' }, 'alb00'],
  [{ sipaddress: 'sip:other@z.example' }, 'other'],
  [{ firstname: 'سلام', email: 'salam@y.example' }, 'salam'],
  [{}, ''],
])('SIGNUP-23 SIGNUP-24 %j gets the username %j', (person, expected) => {
  expect(generateUsername({ ...nobody, ...person })).toBe(expected);
});

test('SIGNUP-25 A-023 a taken name is tried again with a number after it', () => {
  expect([0, 1, 2].map((attempt) => usernameAttempt('bo.ek', attempt))).toEqual([
    'bo.ek',
    'bo.ek1',
    'bo.ek2',
  ]);
});

test('SIGNUP-28 A-025 a form becomes the sixteen keys of the payload, and the payload becomes the form', () => {
  const values = form({
    username: 'bo.ek',
    firstname: ' Bo ',
    lastname: 'Ek',
    password: ' secret ',
    gggnumber: '3',
  });
  const payload = registrationPayload(values, 1);
  expect(Object.keys(payload).toSorted()).toEqual(
    [
      'username',
      'email1',
      'password',
      'fname',
      'sname',
      'address',
      'postcode',
      'city',
      'sipaddress',
      'phonenumber',
      'mobilephone',
      'textphonenumber',
      'isdnnumber',
      'mobile3Gnumber',
      'faxnumber',
      'orgID',
    ].toSorted(),
  );
  expect(payload).toMatchObject({ fname: 'Bo', password: ' secret ', mobile3Gnumber: '3', sipaddress: '' });
  expect(registrationRequestSchema.parse(payload)).toEqual(payload);
  expect(fieldsOfPayload(payload)).toMatchObject({ firstname: 'Bo', gggnumber: '3', organisation: '1' });
});

test('SIGNUP-26 without first and last name the SIP address is the username', () => {
  expect(registrationPayload(form({ username: 'infodesk' }), 1).sipaddress).toBe('infodesk');
  expect(registrationPayload(form({ username: 'infodesk', sipaddress: 'a@b' }), 1).sipaddress).toBe('a@b');
});

test('SIGNUP-27 spaces are removed from the organisation, and the configured one replaces an empty one', () => {
  expect(registrationPayload(form({ organisation: ' 1 2 ' }), 7).orgID).toBe('12');
  expect(registrationPayload(form({}), 7).orgID).toBe('7');
});

test('A-024 an address without a domain gets the domain of the organisation', () => {
  expect(completeSipAddress('sip:Bo.Ek', 'demo.example')).toBe('bo.ek@demo.example');
  expect(completeSipAddress('bo@other.example', 'demo.example')).toBe('bo@other.example');
});

test('SIGNUP-05 SIGNUP-06 A-021 organisation is always a required field, and 1 and true mean on', () => {
  const rules = organisationRulesOf([
    { key: 'WEB_REGISTRATION_FIELDS', value: 'username, city' },
    { key: 'WEB_REQUIRED_FIELDS', value: 'city' },
    { key: 'WEB_EMAIL_VERIFY_NEW_USERS', value: '1' },
    { key: 'WEB_ACTIVATE_IU_BY_ADM', value: 'yes' },
  ]);
  expect(rules).toMatchObject({
    registrationFields: ['organisation', 'username', 'city'],
    requiredFields: ['organisation', 'city'],
    isVerificationNeeded: true,
    isApprovalNeeded: false,
  });
  expect(organisationRulesOf([]).changeableFields).toContain('password');
});
