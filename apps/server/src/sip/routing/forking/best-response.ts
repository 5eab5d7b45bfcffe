import type { SipResponse } from '@samtal/sip';
import { isDeclinedForAll } from './declined-for-all.ts';

/**
 * Order within 4xx: the statuses that tell the caller most come first (RFC 3261 §16.7 step 6). "No answer"
 * (408) tells more than "not reachable" (480) of another device.
 */
const preference = [415, 420, 484, 488, 486, 403, 404, 400, 408, 480, 487];
/** The rank of every status that is not listed: that of 400. */
const anyOther = preference.indexOf(400);

function rank(response: SipResponse): number {
  const { status } = response;
  if (isDeclinedForAll(response)) return 0;
  const place = preference.indexOf(status);
  return Math.floor(status / 100) * 100 + (place < 0 ? anyOther : place);
}

/** Selects the final response for the caller when all branches have refused. */
export function bestResponse(responses: readonly SipResponse[]): SipResponse | undefined {
  const best = responses.toSorted((one, two) => rank(one) - rank(two))[0];
  // A 503 of a branch becomes 500: this server itself is not overloaded (RFC 3261 §16.7 step 6).
  return best?.status === 503 ? { ...best, status: 500, reason: 'Server Internal Error' } : best;
}
