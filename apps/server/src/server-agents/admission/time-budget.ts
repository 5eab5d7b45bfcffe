const HOUR_MS = 3_600_000;

export type TimeBudget = {
  /** Takes `ms` for `key`. @returns 0, or the milliseconds to wait until the budget is sufficient */
  take(key: string, ms: number): number;
  /** Returns taken time that was not used. */
  refund(key: string, ms: number): void;
};

/**
 * A time budget per key: at most `perHourMs`, which can be used at once and is refilled evenly over an hour.
 * @param mostKeys when exceeded, the key that was used least recently is removed
 * @param now milliseconds; when this clock is set back, budgets refill only after the clock has caught up
 */
export function createTimeBudget(perHourMs: number, mostKeys: number, now: () => number): TimeBudget {
  const used = new Map<string, { readonly ms: number; readonly at: number }>();

  function usedBy(key: string): number {
    const entry = used.get(key);
    if (entry === undefined) return 0;
    const returned = (Math.max(0, now() - entry.at) / HOUR_MS) * perHourMs;
    return Math.max(0, entry.ms - returned);
  }

  function write(key: string, ms: number): void {
    used.delete(key);
    if (ms <= 0) return;
    used.set(key, { ms, at: now() });
    for (const [other] of used) {
      if (used.size <= mostKeys && usedBy(other) > 0) break;
      used.delete(other);
    }
  }

  return {
    take(key, ms) {
      const after = usedBy(key) + ms;
      if (after > perHourMs) return Math.ceil(((after - perHourMs) / perHourMs) * HOUR_MS);
      write(key, after);
      return 0;
    },
    refund: (key, ms) => write(key, usedBy(key) - ms),
  };
}
