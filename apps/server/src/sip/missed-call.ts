import type { SipRequest } from '@samtal/sip';
import { addressOfRecord, header, parseNameAddr, parseUri } from '@samtal/sip';

/**
 * Why nobody spoke with the caller: no phone could be reached; phones rang for 30 s; or the caller gave up, or was
 * lost, while they rang.
 */
export type MissedCallCause = 'notReachable' | 'notAnswered' | 'givenUp';

/** A call that its callee has not taken; one that was answered on any device, or refused by a person, is none. */
export type MissedCall = {
  /** The same for everybody who takes part in it. */
  readonly callId: string;
  readonly caller: {
    /** `user@domain` in lower case. */
    readonly address: string;
    /** Display name as the caller writes it; untrusted text. */
    readonly name: string | undefined;
  };
  /** The address that was called, which may be one of several of its owner. */
  readonly callee: string;
  /** When the call came, in milliseconds since the epoch. */
  readonly at: number;
  readonly cause: MissedCallCause;
};

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
