import { isEqualSecret } from './digest.ts';

/**
 * Lifetime of a nonce; after that the client is challenged with stale=true and need not ask for the password
 * again (RFC 7616 §3.3). It is longer than the ten minutes of a registration, so that a closing page can
 * unregister with the nonce of its last REGISTER (REG-05).
 */
const LIFETIME_MS = 11 * 60_000;
/**
 * The most nonces whose count is kept; beyond this the least recently used nonce is dropped and counts as
 * stale.
 */
const MOST_NONCES = 10_000;

type NonceVerdict = 'good' | 'stale' | 'forged' | 'replayed';

export type NonceStore = {
  create(): string;
  /** Checks a nonce and its count (`nc`, hexadecimal); a good count cannot be used again. */
  use(nonce: string, nonceCount: string): NonceVerdict;
};

export type NonceStoreOptions = {
  /** A clock in whole milliseconds that never goes back; it may start at any number. */
  readonly now: () => number;
  /** Text that cannot be guessed, different each time. */
  readonly createSalt: () => string;
  /** Signs `text` with a key that only this process has. */
  readonly sign: (text: string) => string;
};

/**
 * Creates and checks nonces. A nonce contains its own signed time, so that unused nonces need no memory. The
 * store keeps the highest count of each used nonce; a count that is not higher is a replay (decision D9).
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
