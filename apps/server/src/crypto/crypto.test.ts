import { expect, test } from 'vitest';
import { createArgon2Hasher } from './argon2-hasher.ts';
import { createSecret, hashToken } from './secrets.ts';

const hasher = createArgon2Hasher({ memory: 64, passes: 1, parallelism: 1 });

test('D21 a password is kept as a salted argon2id hash that matches only the password', async () => {
  const [one, two] = [await hasher.hash('demo1234'), await hasher.hash('demo1234')];
  expect(one).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  expect(one).not.toBe(two);
  expect(await hasher.verify('demo1234', one)).toBe(true);
  expect(await hasher.verify('demo1235', one)).toBe(false);
});

test('the same password typed on another keyboard matches: composed and decomposed letters are equal', async () => {
  expect(await hasher.verify('a\u030angström', await hasher.hash('\u00e5ngström'))).toBe(true);
});

test('a missing or damaged hash never matches', async () => {
  expect(await hasher.verify('demo1234', undefined)).toBe(false);
  expect(await hasher.verify('demo1234', '$argon2id$nonsense')).toBe(false);
});

test('secrets do not repeat, and a stored hash does not reveal its token', () => {
  const token = createSecret();
  expect(token).not.toBe(createSecret());
  expect(hashToken(token)).not.toContain(token);
  expect(hashToken(token)).toBe(hashToken(token));
});
