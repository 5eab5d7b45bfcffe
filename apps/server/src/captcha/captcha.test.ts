import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, test } from 'vitest';
import { createOwnCoordination } from '../domain/coordination/coordination.ts';
import { createProofOfWork } from './proof-of-work.ts';
import { createRecaptcha } from './recaptcha.ts';

const memory = () => createOwnCoordination(() => performance.now(), 'test').shortLived;
const log = { warn: () => undefined };
const pack = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');

test('A-014 a task is solved by computation alone, counts once, and expires', async () => {
  let ahead = 0;
  const captcha = createProofOfWork('secret', () => Date.now() + ahead, memory());
  const challenge = await captcha.challenge();
  const solution = await solveChallenge({ challenge, deriveKey });
  expect(solution?.counter).toBeLessThanOrEqual(200);
  const answer = pack({ challenge, solution });
  expect(await createProofOfWork('other', Date.now, memory()).isSolved(answer, '')).toBe(false);
  ahead = 2 * 60 * 60 * 1000;
  expect(await captcha.isSolved(answer, '')).toBe(false);
  ahead = 0;
  const both = await Promise.all([captcha.isSolved(answer, ''), captcha.isSolved(answer, '')]);
  expect(both.toSorted()).toEqual([false, true]);
  expect(await captcha.isSolved(answer, '')).toBe(false);
});

test('A-014 work that was not done, or was made easier, does not count', async () => {
  const captcha = createProofOfWork('secret', Date.now, memory());
  const challenge = await captcha.challenge();
  const { parameters } = challenge;
  const guess = { counter: 1, derivedKey: `${parameters.keyPrefix}${'0'.repeat(32)}` };
  const easier = { ...challenge, parameters: { ...parameters, cost: 1, keyPrefix: '00' } };
  for (const answer of [
    pack({ challenge, solution: guess }),
    pack({ challenge: easier, solution: await solveChallenge({ challenge: easier, deriveKey }) }),
    pack({ challenge: { parameters }, solution: guess }),
    pack({ challenge, solution: { counter: -1, derivedKey: 'zz' } }),
    pack(null),
    '%',
    undefined,
  ])
    expect(await captcha.isSolved(answer, '')).toBe(false);
});

test.each([
  ['{"success":true}', true],
  ['{"success":false}', false],
  ['nonsense', false],
])('A-014 recaptcha says %s: %j', async (body, expected) => {
  const asked: unknown[] = [];
  const fetch = (_url: unknown, init?: RequestInit) => {
    asked.push(init?.body);
    return Promise.resolve(new Response(body));
  };
  const captcha = createRecaptcha({ secret: 'key', fetch, log });
  expect(await captcha.isSolved('answer', '192.0.2.1')).toBe(expected);
  expect(String(asked[0])).toBe('secret=key&response=answer&remoteip=192.0.2.1');
  expect(await captcha.isSolved(undefined, '192.0.2.1')).toBe(false);
  expect(asked).toHaveLength(1);
});

test('A-014 a captcha service that cannot be reached refuses every answer', async () => {
  const fetch = () => Promise.reject(new Error('no network'));
  expect(await createRecaptcha({ secret: 'key', fetch, log }).isSolved('answer', '')).toBe(false);
});
