const HOUR_MS = 3_600_000;

export type TimeBudget = {
  /** Takes `ms` for `key` now. @returns 0, or after how many milliseconds it would have been possible */
  take(key: string, ms: number): number;
  /** Of what was taken, the part that was not used. */
  giveBack(key: string, ms: number): void;
};

/**
 * Time that each key may use: `perHourMs` at once, which comes back evenly over an hour.
 * @param mostKeys beyond it the key is forgotten that was used the longest time ago
 * @param now milliseconds; a clock that is set back gives nothing back until it has caught up
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
    giveBack: (key, ms) => write(key, usedBy(key) - ms),
  };
}
