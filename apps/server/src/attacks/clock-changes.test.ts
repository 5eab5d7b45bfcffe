import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { HTTP_LIMITS, LOGIN_LIMITS, MAIL_LIMITS } from '../domain/limits/limits.ts';
import { requestsTo } from '../http/testing/requests.ts';
import type { TestApp } from '../http/testing/test-app.ts';
import { BASE, createTestApp, DAY_MS, openBrand } from '../http/testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  bed = await createTestApp({ brand: openBrand, hasRequestLimits: true });
  api = requestsTo(bed.app);
});
afterEach(async () => {
  await bed.close();
  vi.useRealTimers();
});

const changes = [
  ['back', -DAY_MS],
  ['forward', DAY_MS],
] as const;

type Answer = { readonly statusCode: number; readonly headers: Readonly<Record<string, unknown>> };

/**
 * Uses up all tries and changes the wall clock by `changeMs`.
 * @returns the answers to one more request immediately and to one after `windowMs`
 */
async function answersAround(
  changeMs: number,
  windowMs: number,
  tries: number,
  ask: () => PromiseLike<Answer>,
) {
  for (let count = 0; count < tries; count++) expect((await ask()).statusCode).not.toBe(429);
  vi.setSystemTime(Date.now() + changeMs);
  const refused = await ask();
  bed.pass(windowMs);
  const last = await ask();
  return {
    refused: refused.statusCode,
    retryAfter: Number(refused.headers['retry-after']),
    last: last.statusCode,
  };
}

test.each(changes)(
  'LOGIN-08 a wall clock set %s by a day neither locks a user out for longer nor allows guesses earlier',
  async (_direction, changeMs) => {
    const { tries, windowMs } = LOGIN_LIMITS.nearby;
    const around = await answersAround(changeMs, windowMs, tries, () => api.logIn('alice', 'guess'));
    expect(around).toMatchObject({ refused: 429, last: 400 });
    expect(around.retryAfter).toBeLessThanOrEqual(windowMs / 1000);
    expect((await api.logIn('alice')).statusCode).toBe(200);
  },
);

test.each(changes)(
  'A-015 a wall clock set %s by a day does not change when the next mail may be sent',
  async (_direction, changeMs) => {
    const { tries, windowMs } = MAIL_LIMITS.resets;
    const ask = () => api.get('user/requestResetPassword', { username: 'alice' });
    const around = await answersAround(changeMs, windowMs, tries, ask);
    expect(around).toMatchObject({ refused: 429, last: 200 });
    expect(around.retryAfter).toBeLessThanOrEqual(windowMs / 1000);
    expect(bed.mails).toHaveLength(tries + 1);
  },
);

test.each(changes)(
  'a wall clock set %s by a day does not change when the next request is answered',
  async (_direction, changeMs) => {
    const { propertyChanges, windowMs } = HTTP_LIMITS;
    const ask = () => bed.app.inject({ url: `${BASE}user/setProperty?key=a&value=b` });
    const around = await answersAround(changeMs, windowMs, propertyChanges, ask);
    expect(around.refused).toBe(429);
    expect(around.last).not.toBe(429);
    expect(around.retryAfter).toBeLessThanOrEqual(windowMs / 1000);
  },
);
