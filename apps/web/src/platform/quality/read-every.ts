import type { Clock } from '@samtal/call-core';

/**
 * Calls `read` now, and again some time after each time that it has ended.
 * @param intervalMs that time
 * @param read gets a function that says whether it was stopped meanwhile
 * @returns a function that stops this
 */
export function readEvery(
  clock: Clock,
  intervalMs: () => number,
  read: (isStopped: () => boolean) => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
  let forgetTimer: (() => void) | undefined;
  let isStopped = false;

  function tick(): void {
    read(() => isStopped)
      .catch(failed)
      .finally(() => {
        if (!isStopped) forgetTimer = clock.setTimer(intervalMs(), tick);
      });
  }

  tick();
  return () => {
    isStopped = true;
    forgetTimer?.();
  };
}
