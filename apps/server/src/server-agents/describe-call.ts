import type { SipRequest } from '@samtal/sip';
import { addressOfRecord, header, parseNameAddr, parseUri } from '@samtal/sip';
import type { Line } from './server-agent.ts';

export type CallDescription = Pick<Line, 'caller' | 'divertedFrom'>;

/** Reads the caller and the original callee from the INVITE. */
export function describeCall(invite: SipRequest): CallDescription {
  const addressOf = (value: string | undefined): string => {
    const uri = parseUri(parseNameAddr(value ?? '')?.uri ?? '');
    return uri === undefined ? '' : addressOfRecord(uri);
  };
  const from = header(invite, 'From');
  const divertedFrom = addressOf(header(invite, 'Diversion'));
  return {
    caller: { address: addressOf(from), name: parseNameAddr(from ?? '')?.displayName },
    divertedFrom: divertedFrom === '' ? undefined : divertedFrom,
  };
}
