import { createKeyedRateLimit } from '../domain/limits/keyed-rate-limit.ts';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { subnetOf } from '../network/subnet-of.ts';
import type { Flow } from './flow.ts';
import type { SipUser } from './sip-directory.ts';

/**
 * Limits how often an account may call or message one address outside a dialog, over all its connections (RFC
 * 3428 §8). Anonymous callers get new identities at no cost, so they also share one limit per source network
 * and one per called address.
 * @returns a function that counts one request; false = too many requests
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
