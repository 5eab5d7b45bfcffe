import { afterEach, expect, test, vi } from 'vitest';
import { browserClock } from './browser-clock.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Stops the page's own timers, as if the page had been hidden for a long time. */
function hidePage(): void {
  vi.spyOn(globalThis, 'setTimeout').mockReturnValue(setTimeout(() => {}, 0));
}

test('T24 A1 text keeps its pace in a hidden page, whose own timers are slowed down', async () => {
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

test('T24 a cancelled timer does not fire, and others fire once', async () => {
  const came: string[] = [];
  const cancel = browserClock.setTimer(20, () => came.push('given up'));
  cancel();
  browserClock.setTimer(20, () => came.push('kept'));
  await new Promise<void>((resolve) => browserClock.setTimer(200, resolve));
  expect(came).toEqual(['kept']);
});
