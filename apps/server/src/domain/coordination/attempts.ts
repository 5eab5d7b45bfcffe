import {
  type Attempt,
  attemptUnder,
  createThrottle,
  type Throttle,
  type ThrottleLimit,
} from '../limits/throttle.ts';

/** What an attempt counts under: a key of one limit. */
export type CountedKey = {
  /** Names the limit; each name has one limit. */
  readonly name: string;
  readonly limit: ThrottleLimit;
  readonly key: string;
};

/** Counts attempts, such as wrong passwords, over all server processes. */
export type Attempts = {
  /** Counts an attempt under each key, unless one of the keys must wait. Check and count are one step. */
  attempt(under: readonly CountedKey[]): Promise<Attempt>;
};

/**
 * Counts the attempts of one process.
 * @param elapsedMs monotonic milliseconds
 * @param mostKeys keys that each limit remembers
 */
export function createOwnAttempts(elapsedMs: () => number, mostKeys: number): Attempts {
  const throttles = new Map<string, Throttle>();
  function throttleOf({ name, limit }: CountedKey): Throttle {
    const throttle = throttles.get(name) ?? createThrottle(elapsedMs, limit, mostKeys);
    throttles.set(name, throttle);
    return throttle;
  }
  return {
    attempt: async (under) => attemptUnder(under.map((each) => [throttleOf(each), each.key] as const)),
  };
}
