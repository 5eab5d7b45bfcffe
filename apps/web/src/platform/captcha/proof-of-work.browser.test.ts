import { type CaptchaChallenge, captchaAnswerSchema } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { createProofOfWork } from './proof-of-work.ts';

const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** A challenge with the answer `counter`, made as a server makes it (ALTCHA 2, deterministic mode). */
async function challengeFor(counter: number, cost = 10): Promise<CaptchaChallenge> {
  const [nonce, salt] = [
    crypto.getRandomValues(new Uint8Array(16)),
    crypto.getRandomValues(new Uint8Array(16)),
  ];
  const password = new Uint8Array(20);
  password.set(nonce);
  new DataView(password.buffer).setUint32(16, counter);
  const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
  const derivation = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: cost };
  const derived = new Uint8Array(await crypto.subtle.deriveBits(derivation, key, 256));
  return {
    parameters: {
      algorithm: 'PBKDF2/SHA-256',
      nonce: hexOf(nonce),
      salt: hexOf(salt),
      cost,
      keyLength: 32,
      keyPrefix: hexOf(derived.slice(0, 16)),
      expiresAt: 4_000_000_000,
    },
    signature: 'abc',
  };
}

test('A-014 a worker finds the answer, and reports its progress', async () => {
  const challenge = await challengeFor(123);
  const told: number[] = [];
  const answer = await createProofOfWork().solve(challenge, {
    signal: new AbortController().signal,
    onProgress: (done) => told.push(done),
  });
  const { challenge: given, solution } = captchaAnswerSchema.parse(JSON.parse(atob(answer ?? '')));
  expect(given).toEqual(challenge);
  expect(solution.counter).toBe(123);
  expect(solution.derivedKey.startsWith(challenge.parameters.keyPrefix)).toBe(true);
  expect(told).toEqual(told.toSorted((a, b) => a - b));
  expect(told.at(-1)).toBe(0.6);
});

test('A-014 the work ends when it is aborted', async () => {
  const work = new AbortController();
  const answer = createProofOfWork().solve(await challengeFor(90_000, 5000), {
    signal: work.signal,
    onProgress: () => work.abort(),
  });
  expect(await answer).toBeUndefined();
});

test('A-014 a challenge of an unknown kind returns no answer', async () => {
  const { parameters } = await challengeFor(1);
  const challenge = { parameters: { ...parameters, algorithm: 'ARGON2ID' } };
  const work = { signal: new AbortController().signal, onProgress: () => {} };
  expect(await createProofOfWork().solve(challenge, work)).toBeUndefined();
});
