import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { STORAGE_LIMITS } from '../../domain/limits/limits.ts';
import { createDataDirCheck } from '../../storage/data-dir-check.ts';
import { createHealthCheck } from '../plumbing/health-check.ts';
import { createTestApp } from '../testing/test-app.ts';

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

test('D92 /healthz is 200 while the process answers, and /readyz names the parts that do not work', async () => {
  const works = { database: true, disk: true, sip: true };
  const answers = (part: keyof typeof works) => () => Promise.resolve(works[part]);
  const bed = await createTestApp({
    readiness: { database: answers('database'), disk: answers('disk'), sip: answers('sip') },
  });
  const ask = async (url: string) => {
    const { statusCode, headers, body } = await bed.app.inject(url);
    return [statusCode, headers['retry-after'], JSON.parse(body)];
  };
  expect(await ask('/readyz')).toEqual([200, undefined, { status: 'ok' }]);
  works.sip = false;
  const withoutSip = { status: 'unavailable', failing: ['sip'] };
  expect(await ask('/readyz')).toEqual([503, '5', withoutSip]);
  expect(await ask('/health')).toEqual([200, undefined, { status: 'ok' }]);
  Object.assign(works, { database: false, disk: false, sip: true });
  const failing = ['database', 'disk'];
  expect(await ask('/readyz')).toEqual([503, '5', { status: 'unavailable', failing }]);
  expect(await ask('/healthz')).toEqual([200, undefined, { status: 'ok' }]);
  const head = await bed.app.inject({ method: 'HEAD', url: '/readyz' });
  expect([head.statusCode, head.body, head.headers['cache-control']]).toEqual([503, '', 'no-store']);
  await bed.close();
});

test('D92 the data folder fails when it is gone, when it cannot be written, and when its disk is full', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-check-'));
  let free = STORAGE_LIMITS.leastFreeBytes;
  const check = createDataDirCheck(folder, () => Promise.resolve(free));
  await check();
  expect(readdirSync(folder)).toEqual([]);
  free -= 1;
  await expect(check()).rejects.toThrow('full');
  free += 1;
  mkdirSync(join(folder, `.probe-${process.pid}`));
  await expect(check()).rejects.toThrow();
  rmSync(folder, { recursive: true });
  await expect(check()).rejects.toThrow();
  await expect(createDataDirCheck(folder)()).rejects.toThrow();
});
