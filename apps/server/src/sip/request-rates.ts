import { SIP_LIMITS } from '../domain/limits.ts';
import type { Rate } from '../domain/rate-limit.ts';
import { createRateLimit } from '../domain/rate-limit.ts';
import { subnetOf } from '../network/subnet-of.ts';
import type { Flow } from './flow.ts';
import type { SipUser } from './sip-directory.ts';

/** Buckets by key; one that has been full for a while is forgotten. */
function createBuckets(rate: Rate, elapsedMs: () => number): (key: string) => boolean {
  const memoryMs = (rate.burst / rate.perSecond) * 1000;
  /** In the order of their last use. */
  const buckets = new Map<string, { readonly isWithinRate: () => boolean; readonly usedAt: number }>();
  return (key) => {
    const now = elapsedMs();
    for (const [known, { usedAt }] of buckets) {
      if (now - usedAt < memoryMs) break;
      buckets.delete(known);
    }
    const isWithinRate = buckets.get(key)?.isWithinRate ?? createRateLimit(rate, elapsedMs);
    buckets.delete(key);
    buckets.set(key, { isWithinRate, usedAt: now });
    return isWithinRate();
  };
}

/**
 * How often an account may call or write to one address outside a dialog, over all its connections; false when that is
 * too often. A phone must not bear more from a stranger (RFC 3428 §8). Anonymous callers share: a new identity costs
 * them nothing, so they count per network they come from and together per address they call.
 */
export function createRequestRates(
  elapsedMs: () => number,
): (caller: SipUser, flow: Flow, address: string) => boolean {
  const ofAccount = createBuckets(SIP_LIMITS.requestsToOne, elapsedMs);
  const ofNetwork = createBuckets(SIP_LIMITS.anonymousRequestsPerNetwork, elapsedMs);
  const toOne = createBuckets(SIP_LIMITS.anonymousRequestsToOne, elapsedMs);
  return (caller, flow, address) =>
    ofAccount(`${caller.username} ${address}`) &&
    (!caller.isAnonymous || (ofNetwork(subnetOf(flow.connection.remoteAddress)) && toOne(address)));
}
