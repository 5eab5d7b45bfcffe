import type { SipRequest } from '@samtal/sip';
import { addressOfRecord, header, parseNameAddr, parseUri } from '@samtal/sip';
import type { MissedCall, MissedCallCause } from '../domain/people/missed-call.ts';

export type MissedCallListener = (call: MissedCall) => void;

/** Maps the caller's final status to a cause; undefined after a refusal of the callee or an error. */
export function missedCallCause(status: number): MissedCallCause | undefined {
  if (status === 480) return 'notReachable';
  return status === 408 || status === 487 ? 'notAnswered' : undefined;
}

/** Busy or declined: the callee, or the callee's phone, refused the call. */
export const isPersonalRefusal = (status: number): boolean =>
  status === 403 || status === 486 || status >= 600;

export function createMissedCall(invite: SipRequest, at: number, cause: MissedCallCause): MissedCall {
  const from = parseNameAddr(header(invite, 'From') ?? '');
  const [caller, callee] = [parseUri(from?.uri ?? ''), parseUri(invite.uri)];
  return {
    callId: header(invite, 'Call-ID') ?? '',
    caller: { address: caller === undefined ? '' : addressOfRecord(caller), name: from?.displayName },
    callee: callee === undefined ? '' : addressOfRecord(callee),
    at,
    cause,
  };
}
