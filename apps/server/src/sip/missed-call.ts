import type { SipRequest } from '@samtal/sip';
import { addressOf, addressOfRecord, callIdOf, header, parseNameAddr, parseUri } from '@samtal/sip';
import type { IncomingCall, MissedCall, MissedCallCause } from '../domain/people/incoming-call.ts';

export type MissedCallListener = (call: MissedCall) => void;

/** Why a call with this final status is missed; undefined = not missed, but refused or failed. */
export function missedCallCause(status: number): MissedCallCause | undefined {
  if (status === 480) return 'notReachable';
  return status === 408 || status === 487 ? 'notAnswered' : undefined;
}

/** Whether the callee or the callee's phone refused the call: busy or declined. */
export const isPersonalRefusal = (status: number): boolean =>
  status === 403 || status === 486 || status >= 600;

export function createIncomingCall(invite: SipRequest, at: number): IncomingCall {
  const from = header(invite, 'From') ?? '';
  const callee = parseUri(invite.uri);
  return {
    callId: callIdOf(invite),
    caller: { address: addressOf(from), name: parseNameAddr(from)?.displayName },
    callee: callee === undefined ? '' : addressOfRecord(callee),
    at,
  };
}
