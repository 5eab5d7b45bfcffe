import type { Clock } from '@samtal/sip';

export type Delays = {
  /** Runs `run` after the delay, or synchronously when the delay is 0. */
  after(delayMs: number, run: () => void): void;
  /** Runs everything that waits now, in order. */
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
