import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fetchUntilThere } from './fetch-until-there.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('D89 what could not be loaded is loaded again until it is there, with a pause of five seconds', async () => {
  let asked = 0;
  const there = vi.fn();
  const fetch = async (): Promise<string> => {
    asked += 1;
    if (asked < 4) throw new Error('no network');
    return 'code';
  };
  void fetchUntilThere(fetch).then(there);
  await vi.advanceTimersByTimeAsync(4999);
  expect(asked).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, there.mock.calls]).toEqual([3, []]);
  await vi.advanceTimersByTimeAsync(1);
  expect([asked, there.mock.calls]).toEqual([4, [['code']]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(4);
});
