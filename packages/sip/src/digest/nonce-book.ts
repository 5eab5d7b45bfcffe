import { isEqualSecret } from './digest.ts';

/**
 * A nonce is good for this long; then a client is asked again with stale=true and needs no password (RFC 7616 §3.3). It
 * outlives the ten minutes of a registration, so that a page that goes can unregister with it (REG-05).
 */
const LIFETIME_MS = 11 * 60_000;
/** Uses remembered at once; beyond it the oldest nonce is forgotten and so counts as stale. */
const MOST_NONCES = 10_000;

type NonceVerdict = 'good' | 'stale' | 'forged' | 'replayed';

export type NonceBook = {
  create(): string;
  /** Judges a nonce and its count (`nc`, hexadecimal); a good one is used up. */
  use(nonce: string, nonceCount: string): NonceVerdict;
};

export type NonceBookOptions = {
  /** Whole milliseconds that only grow, from wherever. */
  readonly now: () => number;
  /** Text nobody can guess, different each time. */
  readonly createSalt: () => string;
  /** Keyed hash of this process's own secret. */
  readonly sign: (text: string) => string;
};

/**
 * Nonces that carry their own time under a signature, so that none needs to be kept before it is used; of used ones
 * the highest count is kept, and a count that comes twice is a replay (decision D9).
 */
export function createNonceBook({ now, createSalt, sign }: NonceBookOptions): NonceBook {
  const highestCounts = new Map<string, number>();
  // What was forgotten to bound memory must not become usable again from count 1.
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
