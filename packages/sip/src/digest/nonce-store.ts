import { isEqualSecret } from './digest.ts';

/**
 * Lifetime of a nonce; after it the client is challenged with stale=true and does not need the password again
 * (RFC 7616 §3.3). It is longer than the ten minutes of a registration, so that a closing page can unregister
 * with it (REG-05).
 */
const LIFETIME_MS = 11 * 60_000;
/** Most used nonces kept; beyond it the least recently used nonce is dropped, and counts as stale. */
const MOST_NONCES = 10_000;

type NonceVerdict = 'good' | 'stale' | 'forged' | 'replayed';

export type NonceStore = {
  create(): string;
  /** Checks a nonce and its count (`nc`, hexadecimal); a good count cannot be used again. */
  use(nonce: string, nonceCount: string): NonceVerdict;
};

export type NonceStoreOptions = {
  /** Whole milliseconds that only increase, from any start. */
  readonly now: () => number;
  /** Text that cannot be guessed, different each time. */
  readonly createSalt: () => string;
  /** Hash with this process's own key. */
  readonly sign: (text: string) => string;
};

/**
 * Nonces that contain their own signed time, so that unused ones need no memory. The highest count of each
 * used nonce is kept, and a count that is not higher is a replay (decision D9).
 */
export function createNonceStore({ now, createSalt, sign }: NonceStoreOptions): NonceStore {
  const highestCounts = new Map<string, number>();
  // A nonce dropped to limit memory must not be accepted again from count 1.
  let forgottenUntil = 0;

  function forgetOldest(): void {
    const oldest = highestCounts.keys().next().value;
    if (highestCounts.size <= MOST_NONCES || oldest === undefined) return;
    highestCounts.delete(oldest);
    forgottenUntil = Math.max(forgottenUntil, Number.parseInt(oldest, 36));
  }

  return {
    create() {
      const text = `${now().toString(36)}.${createSalt()}`;
      return `${text}.${sign(text)}`;
    },
    use(nonce, nonceCount) {
      const lastDot = nonce.lastIndexOf('.');
      const text = nonce.slice(0, Math.max(0, lastDot));
      if (lastDot < 0 || !isEqualSecret(nonce.slice(lastDot + 1), sign(text))) return 'forged';
      const madeAt = Number.parseInt(text, 36);
      const highest = highestCounts.get(text);
      if (now() - madeAt > LIFETIME_MS || (highest === undefined && madeAt <= forgottenUntil)) return 'stale';
      const count = Number.parseInt(nonceCount, 16);
      if (count <= (highest ?? 0)) return 'replayed';
      highestCounts.delete(text);
      highestCounts.set(text, count);
      forgetOldest();
      return 'good';
    },
  };
}
