import { URI, Utils } from 'jssip';

/** A telephone number with country code (E.164) at a domain without URI parameters. */
const globalNumber = /^\+\d{1,15}@[^;?]+$/;

/**
 * The target as a URI object (JsSIP's types allow only strings): from a string, JsSIP would remove
 * separators, and the target may be a name (DIAL-10). A telephone number is marked as one (RFC 3261
 * §19.1.6). Undefined, which JsSIP rejects, if SIP cannot express the target.
 */
export function uriOf(target: string): string {
  const at = target.lastIndexOf('@');
  const mark = globalNumber.test(target) ? ';user=phone' : '';
  return URI.parse(`sip:${Utils.escapeUser(target.slice(0, at))}@${target.slice(at + 1)}${mark}`);
}
