import type { Header, SipRequest } from '@samtal/sip';
import { headers, reasonPhrase } from '@samtal/sip';

/** A Reason field, which tells a phone why its call ends (RFC 3326 §2). */
export const createReason = (cause: number, text = reasonPhrase(cause)): Header => ({
  name: 'Reason',
  value: `SIP;cause=${cause};text="${text}"`,
});

/** A cause that lets a phone list no missed call: another device has answered, or declined for all. */
const isDealtWith = (value: string): boolean =>
  /(?:^|,)\s*SIP\s*;/i.test(value) && /cause\s*=\s*0*[26]\d\d/i.test(value);

/**
 * The Reasons of a CANCEL for the devices of the callee. Only this server and its agents know what another device has
 * done; a caller could otherwise let them ring without a trace.
 */
export const reasonsOf = (cancel: SipRequest, isOfServerAgent: boolean): readonly Header[] =>
  headers(cancel, 'Reason')
    .filter((value) => isOfServerAgent || !isDealtWith(value))
    .map((value) => ({ name: 'Reason', value }));
