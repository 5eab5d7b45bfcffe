import type { Rate } from './rate-limit.ts';
import { createRateLimit } from './rate-limit.ts';

/**
 * A token bucket for each key, dropped once it must be full again; false when the bucket of that key is
 * empty.
 */
export function createKeyedRateLimit(rate: Rate, elapsedMs: () => number): (key: string) => boolean {
  const memoryMs = (rate.burst / rate.perSecond) * 1000;
  /** In the order of their last use, the oldest first. */
  const buckets = new Map<string, { readonly isWithinRate: () => boolean; readonly usedAt: number }>();

  return (key) => {
    const now = elapsedMs();
    for (const [each, { usedAt }] of buckets) {
      if (now - usedAt < memoryMs) break;
      buckets.delete(each);
    }
    const isWithinRate = buckets.get(key)?.isWithinRate ?? createRateLimit(rate, elapsedMs);
    buckets.delete(key);
    buckets.set(key, { isWithinRate, usedAt: now });
    return isWithinRate();
  };
}
