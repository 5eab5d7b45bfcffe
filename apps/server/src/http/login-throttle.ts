/** Failed tries for one address and name (ledger 3.2). */
const NEARBY = { tries: 10, windowMs: 60_000 };
/** Failed tries for one name from anywhere. */
const ANYWHERE = { tries: 100, windowMs: 60 * 60_000 };
/** Beyond this many keys the oldest are forgotten: memory stays bounded whatever strangers send. */
const MOST_KEYS = 10_000;

type Limit = { readonly tries: number; readonly windowMs: number };

export type Throttle = {
  /** How long this key must wait before its next try; 0 = not at all. */
  waitMs(key: string): number;
  count(key: string): void;
  forget(key: string): void;
};

/** Counts what happens too often. */
export function createThrottle(now: () => number, { tries, windowMs }: Limit): Throttle {
  const times = new Map<string, readonly number[]>();
  const recent = (key: string): readonly number[] =>
    (times.get(key) ?? []).filter((time) => now() - time < windowMs);
  return {
    waitMs(key) {
      const oldest = recent(key).at(-tries);
      return oldest === undefined ? 0 : oldest + windowMs - now();
    },
    count(key) {
      const counted = [...recent(key).slice(1 - tries), now()];
      times.delete(key);
      times.set(key, counted);
      const oldestKey = times.keys().next().value;
      if (times.size > MOST_KEYS && oldestKey !== undefined) times.delete(oldestKey);
    },
    forget: (key) => void times.delete(key),
  };
}

export type LoginThrottle = {
  /** How long this name must wait before its next try from this address, in milliseconds; 0 = not at all. */
  waitMs(address: string, username: string): number;
  failed(address: string, username: string): void;
  succeeded(address: string, username: string): void;
};

/**
 * Slows down guessing of passwords. Many addresses together are slowed as well, but never an address from which the
 * name has logged in before: strangers cannot lock anybody out of their telephone.
 */
export function createLoginThrottle(now: () => number): LoginThrottle {
  const nearby = createThrottle(now, NEARBY);
  const anywhere = createThrottle(now, ANYWHERE);
  const familiar = new Set<string>();
  const nameOf = (username: string): string => username.trim().toLowerCase();
  const pairOf = (address: string, username: string): string => `${address} ${nameOf(username)}`;
  return {
    waitMs(address, username) {
      const pair = pairOf(address, username);
      const waitMs = nearby.waitMs(pair);
      return familiar.has(pair) ? waitMs : Math.max(waitMs, anywhere.waitMs(nameOf(username)));
    },
    failed(address, username) {
      nearby.count(pairOf(address, username));
      anywhere.count(nameOf(username));
    },
    succeeded(address, username) {
      const pair = pairOf(address, username);
      nearby.forget(pair);
      familiar.delete(pair);
      familiar.add(pair);
      const [oldest] = familiar;
      if (familiar.size > MOST_KEYS && oldest !== undefined) familiar.delete(oldest);
    },
  };
}
