import type { Header, SipRequest } from '@samtal/sip';
import type { Flow } from '../../flow.ts';
import { createReason } from '../reason.ts';
import type { Dialog, DialogEnd } from './dialog.ts';

/** CSeq numbers must be below 2^31 (RFC 3261 §8.1.1.5). */
const LARGEST_CSEQ = 2 ** 31 - 1;

export function createBye(
  callId: string,
  from: Pick<DialogEnd, 'identity' | 'cseq'>,
  to: Pick<DialogEnd, 'identity' | 'target'>,
  reason: Header,
): SipRequest {
  return {
    kind: 'request',
    method: 'BYE',
    uri: to.target,
    headers: [
      { name: 'Max-Forwards', value: '70' },
      { name: 'From', value: from.identity },
      { name: 'To', value: to.identity },
      { name: 'Call-ID', value: callId },
      { name: 'CSeq', value: `${Math.min(from.cseq + 1, LARGEST_CSEQ)} BYE` },
      reason,
    ],
    body: '',
  };
}

export const connectionLost: Header = createReason(503, 'Connection lost');
/** The account is disabled, or its session has ended (decisions D40, D48). */
export const notAllowed: Header = createReason(403, 'Forbidden');
export const serverStops: Header = createReason(503, 'Server stops');

export type AddressedBye = { readonly bye: SipRequest; readonly flow: Flow };

/** The BYEs that end a dialog in the name of the other end. */
export const byesOf = ({ caller, callee, branch }: Dialog, reason: Header) => {
  const { callId } = branch.invite;
  return {
    toCallee: { bye: createBye(callId, caller, callee, reason), flow: callee.flow },
    toCaller: { bye: createBye(callId, callee, caller, reason), flow: caller.flow },
  };
};
