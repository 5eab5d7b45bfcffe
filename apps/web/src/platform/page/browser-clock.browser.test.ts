import { afterEach, expect, test, vi } from 'vitest';
import { browserClock } from './browser-clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** As in a page that has been hidden for long: its own timers do not come. */
function hidePage(): void {
  vi.spyOn(globalThis, 'setTimeout').mockReturnValue(setTimeout(() => {}, 0));
}

test('T24 A1 the pace of text keeps in a hidden page, whose own timers are slowed down', async () => {
  hidePage();
  const came = vi.fn<() => void>();
  await new Promise<void>((resolve) =>
    browserClock.setTimer(250, () => {
      came();
      resolve();
    }),
  );
  expect(came).toHaveBeenCalledOnce();
});

test('T24 a timer that has been given up does not come, and one that comes comes once', async () => {
  const came: string[] = [];
  const cancel = browserClock.setTimer(20, () => came.push('given up'));
  cancel();
  browserClock.setTimer(20, () => came.push('kept'));
  await new Promise<void>((resolve) => browserClock.setTimer(200, resolve));
  expect(came).toEqual(['kept']);
});
