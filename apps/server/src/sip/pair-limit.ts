import { SIP_LIMITS } from '../domain/limits.ts';
import { createRateLimit } from '../domain/rate-limit.ts';

/** After this long a bucket is full again and need not be remembered. */
const MEMORY_MS = (SIP_LIMITS.requestsToOne.burst / SIP_LIMITS.requestsToOne.perSecond) * 1000;

/**
 * How often one account may call or write to one address, whatever number of connections it opens; false when that is
 * too often. Nobody's phone has to bear more from a stranger (RFC 3428 §8).
 */
export function createPairLimit(elapsedMs: () => number): (username: string, address: string) => boolean {
  /** In the order of their last use. */
  const pairs = new Map<string, { readonly isWithinRate: () => boolean; readonly usedAt: number }>();

  return (username, address) => {
    const now = elapsedMs();
    for (const [key, { usedAt }] of pairs) {
      if (now - usedAt < MEMORY_MS) break;
      pairs.delete(key);
    }
    const key = `${username} ${address}`;
    const isWithinRate = pairs.get(key)?.isWithinRate ?? createRateLimit(SIP_LIMITS.requestsToOne, elapsedMs);
    pairs.delete(key);
    pairs.set(key, { isWithinRate, usedAt: now });
    return isWithinRate();
  };
}
