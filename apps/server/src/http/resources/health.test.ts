import { afterEach, expect, test, vi } from 'vitest';
import { createTestApp } from '../testing/test-app.ts';
import { createHealthCheck } from './health.ts';

afterEach(() => void vi.useRealTimers());

test('/health is 503 with the failing part while the database does not answer, and 200 when it is back', async () => {
  let isAway = true;
  const bed = await createTestApp({
    around: (repositories) => ({
      ...repositories,
      ping: () => (isAway ? Promise.reject(new Error('gone')) : repositories.ping()),
    }),
  });
  const answer = await bed.app.inject('/health');
  expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
  expect(answer.json()).toEqual({ status: 'unavailable', failing: ['database'] });
  isAway = false;
  await vi.waitFor(
    async () => expect((await bed.app.inject('/health')).json()).toEqual({ status: 'ok' }),
    3000,
  );
  await bed.close();
});

test('the database is asked once a second for any number of requests', async () => {
  let now = 0;
  const ask = vi.fn(() => Promise.resolve());
  const isWell = createHealthCheck(ask, () => now);
  expect(await Promise.all(Array.from({ length: 100 }, isWell))).not.toContain(false);
  now = 999;
  await isWell();
  expect(ask).toHaveBeenCalledTimes(1);
  now = 1000;
  await isWell();
  expect(ask).toHaveBeenCalledTimes(2);
});

test('/health waits half a second for a silent database, and asks it one question', async () => {
  vi.useFakeTimers();
  let answer = (): void => undefined;
  const ask = vi.fn(
    () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      }),
  );
  const isWell = createHealthCheck(ask, () => 0);
  const asked = [isWell(), isWell()];
  await vi.advanceTimersByTimeAsync(500);
  expect(await Promise.all(asked)).toEqual([false, false]);
  expect(ask).toHaveBeenCalledTimes(1);
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(await isWell()).toBe(true);
});
