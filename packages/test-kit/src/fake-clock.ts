import type { Clock } from '@samtal/call-core';

/** A clock that moves only when `advance` is called. */
export type FakeClock = Clock & {
  /** Advances the time and runs the due timers in order. */
  advance(ms: number): void;
  /** Number of waiting timers. */
  pending(): number;
};

export function createFakeClock(startAt = 1_700_000_000_000): FakeClock {
  let now = startAt;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    setTimer(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance(ms) {
      const until = now + ms;
      for (;;) {
        const due = timers.filter(({ at }) => at <= until).toSorted((one, two) => one.at - two.at)[0];
        if (due === undefined) break;
        timers = timers.filter((other) => other !== due);
        now = due.at;
        due.run();
      }
      now = until;
    },
    pending: () => timers.length,
  };
}
