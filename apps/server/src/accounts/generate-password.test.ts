import { expect, test } from 'vitest';
import { createSecret } from '../crypto/secrets.ts';
import { generatePassword } from './generate-password.ts';

test('SIGNUP-29 a password made by the server is random and free of signs that are mistaken or misread', () => {
  const passwords = Array.from({ length: 500 }, () => generatePassword(createSecret));
  for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/);
  expect(new Set(passwords).size).toBe(500);
});

test('signs that are left out are made up for', () => {
  const secrets = ['--__', '0O1lI-', 'abcdefg', 'hijkmnop'];
  expect(generatePassword(() => secrets.shift() ?? '')).toBe('abcdefghijkm');
});
