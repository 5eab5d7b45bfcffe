import type { Rate } from './rate-limit.ts';
import { createRateLimit } from './rate-limit.ts';

/**
 * Creates a function that takes a token from the bucket of a key, and returns false if that bucket is empty.
 * A bucket is dropped when it has been unused for as long as an empty one takes to fill.
 */
export function createKeyedRateLimit(rate: Rate, elapsedMs: () => number): (key: string) => boolean {
  const memoryMs = (rate.burst / rate.perSecond) * 1000;
  /** In the order of their last use, the least recently used bucket first. */
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
