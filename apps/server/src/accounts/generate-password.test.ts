import { expect, test } from 'vitest';
import { createSecret } from '../crypto/secrets.ts';
import { generatePassword } from './generate-password.ts';

test('SIGNUP-29 a generated password is random and has no characters that are easily confused', () => {
  const passwords = Array.from({ length: 500 }, () => generatePassword(createSecret));
  for (const password of passwords) expect(password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{12}$/);
  expect(new Set(passwords).size).toBe(500);
});

test('characters that are left out are replaced', () => {
  const secrets = ['--__', '0O1lI-', 'abcdefg', 'hijkmnop'];
  expect(generatePassword(() => secrets.shift() ?? '')).toBe('abcdefghijkm');
});
