import type { SipRequest } from '@samtal/sip';
import { addressOfRecord, header, parseNameAddr, parseUri } from '@samtal/sip';
import type { MissedCall, MissedCallCause } from '../domain/missed-call.ts';

export type MissedCallListener = (call: MissedCall) => void;

/** Of a final answer that the caller hears; undefined when it is somebody's refusal or a fault. */
export function missedCallCause(status: number): MissedCallCause | undefined {
  if (status === 480) return 'notReachable';
  return status === 408 || status === 487 ? 'notAnswered' : undefined;
}

/** Busy and declined: somebody, or their phone for them, has said no. */
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
