import { expect, test } from 'vitest';
import { resetIdentifierOf } from '../account/password-reset.ts';
import { parseBrand } from '../site/brand.ts';
import type { AccountRules } from './field-rules.ts';
import { fieldProblem, passwordProblem } from './field-rules.ts';
import type { FieldRule } from './fields.ts';
import { FIELD_NAMES, fieldOfProperty, parseFieldList } from './fields.ts';

const brand = parseBrand({});
const rules: AccountRules = brand.ok ? brand.brand.registration : expect.fail('no brand');
const problem = (rule: FieldRule, value: string, isRequired = false) =>
  fieldProblem(rule, value, rules, { isRequired });

test.each([
  ['username', 'bobb', 'invalid'],
  ['username', 'bobby', undefined],
  ['username', 'x'.repeat(100), undefined],
  ['username', 'x'.repeat(101), 'invalid'],
  ['username', 'Bobby', 'invalid'],
  ['username', 'bob_by', 'invalid'],
  ['username', 'bob-by.2', undefined],
  ['username', 'bobby\n', 'invalid'],
] as const)('SIGNUP-07 the problem of %s %j is %j', (rule, value, expected) => {
  expect(problem(rule, value)).toBe(expected);
});

test.each([
  ['12345', 'invalid'],
  ['123456', undefined],
  ['x'.repeat(20), undefined],
  ['x'.repeat(21), 'invalid'],
  ['👍'.repeat(20), undefined],
  ['lösen😀', undefined],
  ['', 'required'],
] as const)('SIGNUP-08 RESET-12 the problem of password %j is %j', (password, expected) => {
  expect(passwordProblem(password, 'alice', rules)).toBe(expected);
});

test.each([
  ['x'.repeat(128), undefined],
  ['👍'.repeat(128), undefined],
  ['x'.repeat(129), 'invalid'],
  ['12345', 'invalid'],
] as const)(
  'D114 the problem of password %j is %j where the operator allows 128 characters',
  (password, expected) => {
    expect(passwordProblem(password, 'alice', { ...rules, passwordMaxLength: 128 })).toBe(expected);
  },
);

test.each([19, 129, 20.5])('D114 an operator cannot allow %d characters', (passwordMaxLength) => {
  const result = parseBrand({ registration: { passwordMaxLength } });
  expect(!result.ok && result.problems.map(({ path }) => path)).toEqual(['registration.passwordMaxLength']);
});

test('SIGNUP-08 a password must also match the configured pattern', () => {
  const digits = { ...rules, passwordRegex: '\\d' };
  expect(passwordProblem('abcdef', '', digits)).toBe('invalid');
  expect(passwordProblem('abcde1', '', digits)).toBeUndefined();
});

test('SIGNUP-09 RESET-12 the username can be forbidden in the password', () => {
  const strict = { ...rules, disallowUsernameInPassword: true };
  expect(passwordProblem('xalice1', 'Alice', strict)).toBe('usernameInPassword');
  expect(passwordProblem('xalice1', 'Alice', rules)).toBeUndefined();
  expect(passwordProblem('secret7', '', strict)).toBeUndefined();
});

test.each([
  ['a.b_c-d+e@demo.example', undefined],
  ['alice@demo', 'invalid'],
  ['alice@demo.e', 'invalid'],
  ['ali ce@demo.example', 'invalid'],
  ['al!ce@demo.example', 'invalid'],
  ['@demo.example', 'invalid'],
  [`${'x'.repeat(250)}@demo.example`, 'invalid'],
] as const)('SIGNUP-11 the problem of e-mail %j is %j', (value, expected) => {
  expect(problem('email', value)).toBe(expected);
});

test.each([
  ['0701234567', undefined],
  ['+(070)123-4567', undefined],
  ['070 123 456789', undefined],
  ['070.123.4567', undefined],
  ['070123', 'invalid'],
  ['07012345678901', 'invalid'],
  ['phone', 'invalid'],
] as const)('SIGNUP-12 the problem of number %j is %j', (value, expected) => {
  expect(problem('phone', value)).toBe(expected);
  expect(problem('mobile', value)).toBe(expected);
});

test.each([
  ['Åsa Öberg-Élan', undefined],
  ['سلام', undefined],
  [',.;:-_!"@%&/\\()=+', undefined],
  ['<script>', 'invalid'],
  ["O'Brien", 'invalid'],
  ['x'.repeat(256), 'invalid'],
] as const)('SIGNUP-13 PROFILE-14 the problem of text %j is %j', (value, expected) => {
  expect(problem('text', value)).toBe(expected);
});

test('SIGNUP-14 A-027 any SIP address is valid, and an empty value is valid if it is not required', () => {
  expect(problem('free', 'sip:<odd>')).toBeUndefined();
  for (const rule of ['username', 'password', 'email', 'phone', 'text'] as const) {
    expect(problem(rule, '')).toBeUndefined();
    expect(problem(rule, '', true)).toBe('required');
  }
});

test('A-025 A-026 each of the sixteen fields belongs to its property, and unknown names in a list are ignored', () => {
  expect(FIELD_NAMES).toHaveLength(16);
  expect(fieldOfProperty('GGG_NUMBER')).toBe('gggnumber');
  expect(fieldOfProperty('SHOE_SIZE')).toBeUndefined();
  expect(parseFieldList('username, email,__proto__,toString,')).toEqual(['username', 'email']);
});

test.each([
  ['alice@demo.example', { email: 'alice@demo.example' }],
  [' alice ', { username: 'alice' }],
  ['Alice', undefined],
  ['', undefined],
] as const)('RESET-02 RESET-05 %j identifies %j', (typed, expected) => {
  expect(resetIdentifierOf(typed, rules)).toEqual(expected);
});

test('an invalid pattern of the operator is reported with its field', () => {
  const result = parseBrand({ registration: { usernameRegex: '[' } });
  expect(!result.ok && result.problems.map(({ path }) => path)).toEqual(['registration.usernameRegex']);
  expect(parseBrand({ registration: { passwordRegex: '^[\\w\\-]{6,}$' } }).ok).toBe(true);
});
