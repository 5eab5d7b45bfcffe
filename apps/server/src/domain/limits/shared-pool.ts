export type SharedPool = {
  /** Takes `amount` for a holder that has `held` already; false if that exceeds its share of the rest. */
  take(held: number, amount: number): boolean;
  /** Takes the amount in any case, for use that cannot be refused; a negative amount gives it back. */
  add(amount: number): void;
  /** Whether a holder may keep that much, which it has taken already. */
  isWithinShare(held: number): boolean;
};

/**
 * Memory shared by many holders. Each may hold a fraction of the free part (dynamic thresholds, Choudhury and
 * Hahne 1998): a single holder gets most of `fraction`, many get less each, and some is always left for a new
 * one.
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
