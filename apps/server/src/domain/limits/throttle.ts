import { FifoMap } from 'toad-cache';

export type ThrottleLimit = {
  readonly tries: number;
  /** Sliding window in which attempts count, in milliseconds. */
  readonly windowMs: number;
};

/** The attempts that count at this time; one of a later time, from before a clock was set back, is dropped. */
export const recentAttempts = (
  times: readonly number[],
  now: number,
  { windowMs }: ThrottleLimit,
): readonly number[] => times.filter((time) => time <= now && now - time < windowMs);

/** How long a key with these attempts must wait before its next one, in milliseconds; 0 = no wait. */
export function waitAfter(
  recent: readonly number[],
  now: number,
  { tries, windowMs }: ThrottleLimit,
): number {
  const oldest = recent.at(-tries);
  return oldest === undefined ? 0 : oldest + windowMs - now;
}

/** Counts attempts for each key within a sliding window. */
export type Throttle = {
  /** How long this key must wait before its next attempt, in milliseconds; 0 = no wait. */
  waitMs(key: string): number;
  /** Counts an attempt now. @returns the time of the count, for `takeBack` */
  count(key: string): number;
  /** Takes back one attempt that was counted at this time. */
  takeBack(key: string, countedAt: number): void;
};

/**
 * Creates a counter that permits `tries` attempts of each key within `windowMs`.
 * @param elapsedMs monotonic milliseconds
 * @param mostKeys above this number the least recently counted keys are forgotten, so that memory stays
 * limited
 */
export function createThrottle(elapsedMs: () => number, limit: ThrottleLimit, mostKeys: number): Throttle {
  /**
   * The times of the counted attempts of each key, the least recently counted key first. A plain `Map` would
   * become slower with each key that it has forgotten.
   */
  const times = new FifoMap<readonly number[]>(mostKeys);
  const recent = (key: string): readonly number[] => recentAttempts(times.get(key) ?? [], elapsedMs(), limit);
  return {
    waitMs: (key) => waitAfter(recent(key), elapsedMs(), limit),
    count(key) {
      const time = elapsedMs();
      const counted = [...recent(key).slice(1 - limit.tries), time];
      times.delete(key);
      times.set(key, counted);
      return time;
    },
    takeBack(key, countedAt) {
      const counted = recent(key);
      const index = counted.indexOf(countedAt);
      if (index < 0) return;
      if (counted.length === 1) times.delete(key);
      else times.set(key, counted.toSpliced(index, 1));
    },
  };
}

/** The result of an attempt: allowed and counted, or delayed and not counted. */
export type Attempt =
  | {
      readonly isAllowed: true;
      /** The next attempt must wait, unless one is taken back. */
      readonly isLast: boolean;
      takeBack(): Promise<void>;
    }
  | { readonly isAllowed: false; readonly waitMs: number };

/**
 * Counts an attempt under each key, unless one of the keys must wait. Check and count are one synchronous
 * step.
 */
export function attemptUnder(counters: readonly (readonly [Throttle, string])[]): Attempt {
  const waitMs = Math.max(0, ...counters.map(([throttle, key]) => throttle.waitMs(key)));
  if (waitMs > 0) return { isAllowed: false, waitMs };
  const counted = counters.map(([throttle, key]) => ({ throttle, key, time: throttle.count(key) }));
  return {
    isAllowed: true,
    isLast: counters.some(([throttle, key]) => throttle.waitMs(key) > 0),
    takeBack: async () => counted.forEach(({ throttle, key, time }) => throttle.takeBack(key, time)),
  };
}
