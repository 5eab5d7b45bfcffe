import type { Clock } from '@samtal/call-core';

/** The page's own clock and timers. */
export const browserClock: Clock = {
  now: () => Date.now(),
  setTimer(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
