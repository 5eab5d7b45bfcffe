import { type Brand, organisationRulesOf, parseBrand } from '@samtal/api-contract';
import { describe, expect, test } from 'vitest';
import {
  ACCEPTED,
  emptyRegistration,
  isRequired,
  type RegistrationName,
  type RegistrationValues,
  registrationProblems,
  valuesToSend,
  visibleFields,
  visibleNames,
} from './registration-fields.ts';

function planOf(settings: Record<string, string>, registration: Partial<Brand['registration']> = {}) {
  const result = parseBrand({ registration: { enabled: true, ...registration } });
  if (!result.ok) throw new Error('the brand must be valid');
  const list = Object.entries(settings).map(([key, value]) => ({ key, value }));
  return { organisation: organisationRulesOf(list), registration: result.brand.registration };
}

const everything = [
  'username,password,firstname,lastname,address,postcode,city,email,phonenumber,mobilenumber',
  'textphonenumber,isdnnumber,gggnumber,faxnumber,sipaddress',
].join();
const plan = planOf({ WEB_REGISTRATION_FIELDS: everything, WEB_REQUIRED_FIELDS: 'username,password,email' });

const good: RegistrationValues = {
  ...emptyRegistration,
  organisation: '1',
  username: 'anna.a',
  password: 'secret1',
  password2: 'secret1',
  email: 'anna@mail.example',
  licence: ACCEPTED,
};
const problemsWith = (changes: Partial<RegistrationValues>, where = plan) =>
  registrationProblems({ ...good, ...changes }, where);

test('SIGNUP-02 SIGNUP-05 SIGNUP-06 the organisation sets the fields and is a field itself', () => {
  expect(visibleFields(plan)).toEqual(['organisation', ...everything.split(',')]);
  const few = planOf({ WEB_REGISTRATION_FIELDS: 'email', WEB_REQUIRED_FIELDS: '' });
  expect(visibleFields(few)).toEqual(['organisation', 'email']);
  expect(isRequired('organisation', valuesToSend(good, few), few)).toBe(true);
});

test('SIGNUP-04 A-026 the operator sets their order; unnamed fields come last', () => {
  const settings = { WEB_REGISTRATION_FIELDS: 'username,email,city', WEB_REQUIRED_FIELDS: '' };
  const ordered = planOf(settings, { fieldOrder: ['city', 'nonsense', 'email', 'organisation'] });
  expect(visibleFields(ordered)).toEqual(['city', 'email', 'organisation', 'username']);
});

test('SIGNUP-01 the repeated password follows the password, the licence is last', () => {
  const names = visibleNames(planOf({ WEB_REGISTRATION_FIELDS: 'password,email' }));
  expect(names).toEqual(['organisation', 'password', 'password2', 'email', 'licence']);
  expect(visibleNames(planOf({ WEB_REGISTRATION_FIELDS: 'email' }, { license: false }))).toEqual([
    'organisation',
    'email',
  ]);
});

test('SIGNUP-29 a user who gets a password by mail types none, and needs an address', () => {
  const generated = planOf(
    { WEB_REGISTRATION_FIELDS: 'password,email', WEB_REQUIRED_FIELDS: '' },
    { autogenerate: true },
  );
  expect(visibleNames(generated)).not.toContain('password');
  expect(registrationProblems({ ...good, email: '' }, generated)).toEqual({ email: 'required' });
  const optional = planOf({ WEB_REGISTRATION_FIELDS: 'username,password,email', WEB_REQUIRED_FIELDS: '' });
  expect(problemsWith({ password: '', password2: '', email: '' }, optional)).toEqual({ email: 'required' });
  expect(problemsWith({ email: '' }, optional)).toEqual({});
});

test('a valid form has no problem', () => {
  expect(problemsWith({})).toEqual({});
});

describe('SIGNUP-03 SIGNUP-05 required fields', () => {
  test.each<[RegistrationName, string]>([
    ['username', 'required'],
    ['password', 'required'],
    ['email', 'required'],
  ])('%s is required', (name, problem) => {
    expect(problemsWith({ [name]: '', password2: '' })).toMatchObject({ [name]: problem });
    expect(problemsWith({ [name]: '   ', password2: '   ' })).toHaveProperty(name);
  });

  test('an invisible field is not required', () => {
    const few = planOf({ WEB_REGISTRATION_FIELDS: 'username,password', WEB_REQUIRED_FIELDS: 'email,city' });
    expect(problemsWith({ email: '' }, few)).toEqual({});
  });
});

describe('SIGNUP-07 SIGNUP-08 SIGNUP-11 SIGNUP-12 SIGNUP-13 SIGNUP-14 A-018 A-027 each field has its rule', () => {
  test.each<[RegistrationName, string, 'fine' | 'invalid']>([
    ['username', 'a'.repeat(4), 'invalid'],
    ['username', 'a'.repeat(5), 'fine'],
    ['username', 'a'.repeat(100), 'fine'],
    ['username', 'a'.repeat(101), 'invalid'],
    ['username', 'Annaa', 'invalid'],
    ['username', 'anna_a', 'invalid'],
    ['username', 'anna-a.1', 'fine'],
    ['email', 'anna', 'invalid'],
    ['email', 'anna@mail.x', 'invalid'],
    ['email', 'a.b_c-d+e@mail.example', 'fine'],
    ['phonenumber', '+(046) 123 4567', 'fine'],
    ['phonenumber', '12', 'invalid'],
    ['mobilenumber', '070 1234', 'invalid'],
    ['mobilenumber', '070 123 4567', 'fine'],
    ['firstname', 'Åsa', 'fine'],
    ['lastname', 'سالم', 'fine'],
    ['address', '<b>', 'invalid'],
    ['city', 'Å, b; c: 1-2_! "x" @ % & / \\ (y) = +', 'fine'],
    ['faxnumber', '<1>', 'invalid'],
    ['sipaddress', '<anything>', 'fine'],
  ])('%s %j is %s', (name, value, expected) => {
    expect(problemsWith({ [name]: value })).toEqual(expected === 'fine' ? {} : { [name]: 'invalid' });
  });

  test.each([
    ['12345', 'invalid'],
    ['123456', 'fine'],
    ['1'.repeat(20), 'fine'],
    ['1'.repeat(21), 'invalid'],
  ])('password %j is %s', (password, expected) => {
    const problems = problemsWith({ password, password2: password });
    expect(problems).toEqual(expected === 'fine' ? {} : { password: 'invalid' });
  });
});

test('SIGNUP-08 the password must match the operator’s pattern', () => {
  const strict = planOf({ WEB_REGISTRATION_FIELDS: everything }, { passwordRegex: '\\d' });
  expect(problemsWith({ password: 'secrets', password2: 'secrets' }, strict)).toEqual({
    password: 'invalid',
  });
  expect(problemsWith({}, strict)).toEqual({});
});

test.each([
  ['anna.a', 'xAnna.ax', false],
  ['anna.a', 'xanna.ax', true],
  ['', 'bo.ek123', true],
])('SIGNUP-09 username %j in password %j: rejected %s', (username, password, isRefused) => {
  const strict = planOf(
    { WEB_REGISTRATION_FIELDS: everything, WEB_REQUIRED_FIELDS: '' },
    { disallowUsernameInPassword: true },
  );
  const typed = { username, firstname: 'Bo', lastname: 'Ek', password, password2: password };
  expect(problemsWith(typed, strict)).toEqual(isRefused ? { password: 'usernameInPassword' } : {});
});

test('SIGNUP-10 the two passwords must be the same', () => {
  expect(problemsWith({ password2: 'secret2' })).toEqual({ password2: 'mismatch' });
  expect(problemsWith({ password2: '' })).toEqual({ password2: 'mismatch' });
});

test('SIGNUP-15 the licence must be accepted, when there is one', () => {
  expect(problemsWith({ licence: '' })).toEqual({ licence: 'notAccepted' });
  const without = planOf({ WEB_REGISTRATION_FIELDS: everything }, { license: false });
  expect(problemsWith({ licence: '' }, without)).toEqual({});
});

test('SIGNUP-23 a username is required only when none can be generated', () => {
  const optional = planOf({ WEB_REGISTRATION_FIELDS: everything, WEB_REQUIRED_FIELDS: 'password' });
  expect(problemsWith({ username: '' }, optional)).toEqual({});
  expect(problemsWith({ username: '', email: '' }, optional)).toEqual({ username: 'required' });
  expect(problemsWith({ username: '', email: '<' }, optional)).toEqual({ email: 'invalid' });
});

test('invisible fields are not sent', () => {
  const few = planOf({ WEB_REGISTRATION_FIELDS: 'email' });
  expect(valuesToSend({ ...good, city: 'Lund' }, few)).toMatchObject({
    email: good.email,
    city: '',
    username: '',
  });
});
