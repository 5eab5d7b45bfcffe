import type { Clock } from '@samtal/sip';

export type Delays = {
  /** Runs it at once when there is nothing to wait for. */
  after(delayMs: number, run: () => void): void;
  /** Lets everything that waits happen now, in order. */
  finish(): void;
};

export function createDelays(clock: Clock): Delays {
  const waiting = new Map<() => void, () => void>();
  return {
    after(delayMs, run) {
      if (delayMs <= 0) {
        run();
        return;
      }
      const runOnce = (): void => {
        waiting.delete(runOnce);
        run();
      };
      waiting.set(runOnce, clock.setTimer(delayMs, runOnce));
    },
    finish() {
      for (const [runOnce, cancel] of waiting) {
        cancel();
        runOnce();
      }
    },
  };
}
