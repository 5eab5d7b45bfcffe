import { createKeyedRateLimit } from '../domain/keyed-rate-limit.ts';
import { SIP_LIMITS } from '../domain/limits.ts';
import { subnetOf } from '../network/subnet-of.ts';
import type { Flow } from './flow.ts';
import type { SipUser } from './sip-directory.ts';

/**
 * How often an account may call or write to one address outside a dialog, over all its connections; false when that is
 * too often. A phone must not bear more from a stranger (RFC 3428 §8). Anonymous callers share: a new identity costs
 * them nothing, so they count per network they come from and together per address they call.
 */
export function createRequestRates(
  elapsedMs: () => number,
): (caller: SipUser, flow: Flow, address: string) => boolean {
  const ofAccount = createKeyedRateLimit(SIP_LIMITS.requestsToOne, elapsedMs);
  const ofNetwork = createKeyedRateLimit(SIP_LIMITS.anonymousRequestsPerNetwork, elapsedMs);
  const toOne = createKeyedRateLimit(SIP_LIMITS.anonymousRequestsToOne, elapsedMs);
  return (caller, flow, address) =>
    ofAccount(`${caller.username} ${address}`) &&
    (!caller.isAnonymous || (ofNetwork(subnetOf(flow.connection.remoteAddress)) && toOne(address)));
}
