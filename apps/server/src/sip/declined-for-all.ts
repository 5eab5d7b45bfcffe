import type { SipResponse } from '@samtal/sip';
import { headers } from '@samtal/sip';

/** A Reason field with the cause of a global failure (RFC 3326 §2). */
const globalFailure = /^\s*SIP\s*;(?:.*;)?\s*cause\s*=\s*6\d\d\b/i;

/**
 * Whether a callee has declined on all devices: by a 6xx (RFC 3261 §21.6), or by the specified 403 with a Reason that
 * says so (decision D35). Any other 403 is the answer of one device.
 */
export const isDeclinedForAll = (response: SipResponse): boolean =>
  response.status >= 600 ||
  (response.status === 403 && headers(response, 'Reason').some((value) => globalFailure.test(value)));
