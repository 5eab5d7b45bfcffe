import type { SipResponse } from '@samtal/sip';
import { headers } from '@samtal/sip';

/** Matches a Reason value whose SIP cause is 6xx, a global failure (RFC 3326 §2). */
const globalFailure = /^\s*SIP\s*;(?:.*;)?\s*cause\s*=\s*6\d\d\b/i;

/**
 * Whether the callee has declined for all devices: with a 6xx (RFC 3261 §21.6), or with 403, as the
 * specification requires, and a Reason of 6xx (decision D35). Any other 403 is the response of one device.
 */
export const isDeclinedForAll = (response: SipResponse): boolean =>
  response.status >= 600 ||
  (response.status === 403 && headers(response, 'Reason').some((value) => globalFailure.test(value)));
