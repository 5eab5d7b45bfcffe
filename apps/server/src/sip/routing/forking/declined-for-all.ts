import type { SipResponse } from '@samtal/sip';
import { headers } from '@samtal/sip';

/** Matches a Reason value whose SIP cause is 6xx, a global failure (RFC 3326 §2). */
const globalFailure = /^\s*SIP\s*;(?:.*;)?\s*cause\s*=\s*6\d\d\b/i;

/**
 * Whether a response declines the call for all devices of the callee: a 6xx (RFC 3261 §21.6), or a 403 whose
 * Reason has a 6xx cause (the specification requires the 403, decision D35). Any other 403 is the response of
 * one device.
 */
export const isDeclinedForAll = (response: SipResponse): boolean =>
  response.status >= 600 ||
  (response.status === 403 && headers(response, 'Reason').some((value) => globalFailure.test(value)));
