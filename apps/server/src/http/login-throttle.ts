/** Failed tries allowed within {@link WINDOW_MS} for one address and name (ledger 3.2). */
const TRIES = 10;
const WINDOW_MS = 60_000;
/** Beyond this many keys the oldest are forgotten: memory stays bounded whatever strangers send. */
const MOST_KEYS = 10_000;

/** Slows down guessing of passwords; a person who types the right one is never slowed. */
export function createLoginThrottle(now: () => number): LoginThrottle {
  const failures = new Map<string, number[]>();
  const recent = (key: string): number[] =>
    (failures.get(key) ?? []).filter((time) => now() - time < WINDOW_MS);
  return {
    waitMs(key) {
      const times = recent(key);
      const oldest = times.at(-TRIES);
      return oldest === undefined ? 0 : oldest + WINDOW_MS - now();
    },
    failed(key) {
      const times = recent(key).slice(1 - TRIES);
      failures.delete(key);
      failures.set(key, [...times, now()]);
      const oldestKey = failures.keys().next().value;
      if (failures.size > MOST_KEYS && oldestKey !== undefined) failures.delete(oldestKey);
    },
    succeeded: (key) => void failures.delete(key),
  };
}

export type LoginThrottle = {
  /** How long this key must wait before its next try; 0 = not at all. */
  waitMs(key: string): number;
  failed(key: string): void;
  succeeded(key: string): void;
};
