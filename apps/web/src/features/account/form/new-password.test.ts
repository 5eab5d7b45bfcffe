import { parseBrand } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { newPasswordProblems } from './new-password.ts';

const brand = parseBrand({ registration: { disallowUsernameInPassword: true, passwordRegex: '\\d' } });
if (!brand.ok) throw new Error('the brand must be valid');
const rules = brand.brand.registration;

test.each([
  ['', '', { password1: 'required' }],
  ['12345', '12345', { password1: 'invalid' }],
  ['1'.repeat(21), '1'.repeat(21), { password1: 'invalid' }],
  ['nodigits', 'nodigits', { password1: 'invalid' }],
  ['1anna.a1', '1anna.a1', { password1: 'usernameInPassword' }],
  ['secret1', 'secret2', { password2: 'mismatch' }],
  ['secret1', 'secret1', {}],
])('RESET-11 RESET-12 PROFILE-12 %j and %j give the right errors', (password1, password2, problems) => {
  expect(newPasswordProblems({ password1, password2 }, 'Anna.A', rules)).toEqual(problems);
});
