import { expect, test } from 'vitest';
import { createSealedSecrets } from './sealed-secrets.ts';

const secrets = createSealedSecrets(new Uint8Array(32).fill(1));
const other = createSealedSecrets(new Uint8Array(32).fill(2));
const secret = Buffer.from('a secret of twenty b');

test('D100 a secret is opened by the same key for the same account only, and never sealed twice alike', () => {
  const sealed = secrets.seal(secret, 'alice');
  expect(Buffer.from(secrets.open(sealed, 'alice') ?? [])).toEqual(secret);
  expect(sealed).not.toContain(secret.toString('base64url'));
  expect(secrets.open(sealed, 'bobby')).toBeUndefined();
  expect(other.open(sealed, 'alice')).toBeUndefined();
  expect(secrets.seal(secret, 'alice')).not.toBe(sealed);
});

test('D100 a damaged secret is not opened', () => {
  const sealed = Buffer.from(secrets.seal(secret, 'alice'), 'base64url');
  for (let index = 0; index < sealed.length; index += 1) {
    const damaged = Buffer.from(sealed);
    damaged[index] = (damaged[index] ?? 0) ^ 1;
    expect(secrets.open(damaged.toString('base64url'), 'alice')).toBeUndefined();
  }
  for (const short of ['', 'AAAA']) expect(secrets.open(short, 'alice')).toBeUndefined();
});

test('D100 a hash depends on key and account', () => {
  const hashes = [secrets.hash('code', 'alice'), secrets.hash('code', 'bobby'), other.hash('code', 'alice')];
  expect(new Set(hashes).size).toBe(3);
  expect(secrets.hash('code', 'alice')).toBe(hashes[0]);
});
