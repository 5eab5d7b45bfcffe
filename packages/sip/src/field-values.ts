import type { CSeq } from './cseq.ts';
import { parseCSeq } from './cseq.ts';
import type { SipMessage, SipRequest } from './message.ts';
import { header } from './message.ts';
import { parseNameAddr } from './name-addr.ts';
import type { SipUri } from './uri.ts';
import { addressOfRecord, parseUri } from './uri.ts';

/** The SIP URI in a value of From, To, Contact, Route or Diversion; undefined if there is none. */
export function sipUriOf(value: string | undefined): SipUri | undefined {
  const nameAddr = value === undefined ? undefined : parseNameAddr(value);
  return nameAddr && parseUri(nameAddr.uri);
}

/** The address of record (`user@host` in lower case) in a value of From, To …; `''` if it has no SIP URI. */
export function addressOf(value: string | undefined): string {
  const uri = sipUriOf(value);
  return uri === undefined ? '' : addressOfRecord(uri);
}

/** The URI of the first Contact, of any scheme; `''` if there is none. */
export const contactUriOf = (message: SipMessage): string =>
  parseNameAddr(header(message, 'Contact') ?? '')?.uri ?? '';

export const callIdOf = (message: SipMessage): string => header(message, 'Call-ID') ?? '';

export const cseqOf = (message: SipMessage): CSeq | undefined => parseCSeq(header(message, 'CSeq') ?? '');

/** The number in CSeq; 0 if the message has no valid CSeq. */
export const cseqNumberOf = (message: SipMessage): number => cseqOf(message)?.number ?? 0;

/** The value of Max-Forwards; 70 if the field is missing (RFC 3261 §16.6 step 3). */
export const maxForwardsOf = (request: SipRequest): number => Number(header(request, 'Max-Forwards') ?? 70);
