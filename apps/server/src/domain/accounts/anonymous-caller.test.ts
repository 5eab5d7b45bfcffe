import { expect, test } from 'vitest';
import { isAnonymousCaller } from './anonymous-caller.ts';
import { isReservedName } from './reserved-names.ts';

test.each([
  ['anonymous-x7rk2@demo.example', true],
  ['anonymous@demo.example', true],
  ['anonymous@anonymous.invalid', true],
  ['+4681234@anonymous.invalid', true],
  ['', true],
  ['alice@demo.example', false],
  ['anonymousfan@demo.example', false],
  ['alice@anonymous-x7rk2.example', false],
])('A-035 a call from %j has an anonymous caller: %j', (address, isAnonymous) => {
  expect(isAnonymousCaller(address)).toBe(isAnonymous);
});

test('A-035 no user can sign up with the name of an anonymous caller', () => {
  expect(['anonymous', 'anonymous-x7rk2', 'Anonymous-X'].map(isReservedName)).toEqual([true, true, true]);
});
