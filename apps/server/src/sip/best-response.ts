import type { SipResponse } from '@samtal/sip';
import { isDeclinedForAll } from './declined-for-all.ts';

/**
 * Within 4xx: what tells a caller most comes first (RFC 3261 §16.7 step 6). A phone that rang without an answer
 * tells more than another one that is away.
 */
const preference = [415, 420, 484, 488, 486, 403, 404, 400, 408, 480, 487];
/** Where a status that is not listed stands. */
const anyOther = preference.indexOf(400);

function rank(response: SipResponse): number {
  const { status } = response;
  if (isDeclinedForAll(response)) return 0;
  const place = preference.indexOf(status);
  return Math.floor(status / 100) * 100 + (place < 0 ? anyOther : place);
}

/** The one answer a caller gets when all branches have refused. */
export function bestResponse(responses: readonly SipResponse[]): SipResponse | undefined {
  const best = responses.toSorted((one, two) => rank(one) - rank(two))[0];
  // Another server's overload is not ours to announce (RFC 3261 §16.7 step 6).
  return best?.status === 503 ? { ...best, status: 500, reason: 'Server Internal Error' } : best;
}
