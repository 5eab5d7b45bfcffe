export type SharedPool = {
  /** Takes `amount` for a holder that has `held` already; false when that is more than its share of what is free. */
  take(held: number, amount: number): boolean;
  /** Takes it in any case, for what cannot be refused; a negative amount gives it back. */
  add(amount: number): void;
  /** Whether a holder may hold that much, which it has taken already. */
  isWithinShare(held: number): boolean;
};

/**
 * Memory that many holders share. Each may hold a fraction of what is still free (dynamic thresholds, Choudhury and Hahne
 * 1998): one alone gets most of `fraction`, many get less each, and a newcomer always finds some.
 */
export function createSharedPool({ total, fraction }: { total: number; fraction: number }): SharedPool {
  let used = 0;
  return {
    take(held, amount) {
      if (held + amount > (total - used) * fraction) return false;
      used += amount;
      return true;
    },
    add(amount) {
      used += amount;
    },
    isWithinShare: (held) => held <= (total - used) * fraction,
  };
}
