import { CROSSED_OTHER_MS, CROSSED_OWNER_MS } from '../limits.ts';
import type { CallIdentity } from '../state/call-state.ts';

/**
 * How long an end waits before it repeats an offer that crossed one of the peer: the end that owns the Call-ID,
 * which is the caller, longer than the other (RFC 3261 §14.1).
 */
export function crossedOfferDelay({ direction }: CallIdentity): {
  readonly delayMs: number;
  readonly jitter: number;
} {
  const { longest, jitter } = direction === 'outgoing' ? CROSSED_OWNER_MS : CROSSED_OTHER_MS;
  return { delayMs: longest, jitter };
}
