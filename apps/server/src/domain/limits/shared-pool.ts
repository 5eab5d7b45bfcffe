export type SharedPool = {
  /**
   * Takes `amount` for a holder that already has `held`; false if the holder would exceed its share of the
   * free part.
   */
  take(held: number, amount: number): boolean;
  /**
   * Takes the amount even if no share is left, for use that cannot be refused; a negative amount gives it
   * back.
   */
  add(amount: number): void;
  /** Whether a holder may keep `held`, which it has already taken. */
  isWithinShare(held: number): boolean;
};

/**
 * A pool of memory for many holders. Each may hold a fraction of the free part (dynamic thresholds, Choudhury
 * and Hahne 1998): a single holder gets almost `fraction` of the total, each of many holders gets less, and a
 * new holder always finds some memory free.
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
