import type { SipRequest } from '@samtal/sip';
import { addressOf, header, parseNameAddr } from '@samtal/sip';
import type { AgentCall } from '../server-agent.ts';

export type CallDescription = Pick<AgentCall, 'caller' | 'divertedFrom'>;

/** Reads the caller and the original callee from the INVITE. */
export function describeCall(invite: SipRequest): CallDescription {
  const from = header(invite, 'From');
  const divertedFrom = addressOf(header(invite, 'Diversion'));
  return {
    caller: { address: addressOf(from), name: parseNameAddr(from ?? '')?.displayName },
    divertedFrom: divertedFrom === '' ? undefined : divertedFrom,
  };
}
