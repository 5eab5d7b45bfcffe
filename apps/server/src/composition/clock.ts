import type { Clock } from '@samtal/sip';

/** The time of this process. */
export const clock: Clock = {
  now: Date.now,
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** A monotonic clock in whole milliseconds. */
export const elapsedMs = (): number => Math.trunc(performance.now());

/** Whether `done` is fulfilled within `timeoutMs`. */
export async function isInTime(done: Promise<void>, timeoutMs: number): Promise<boolean> {
  let cancel = (): void => undefined;
  const late = new Promise<boolean>((resolve) => {
    cancel = clock.setTimer(timeoutMs, () => resolve(false));
  });
  const isDone = await Promise.race([done.then(() => true), late]);
  cancel();
  return isDone;
}
