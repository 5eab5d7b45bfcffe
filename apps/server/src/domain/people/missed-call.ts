/**
 * Why the call was not answered: no phone was reachable; phones rang for 30 s; or the caller gave up, or lost
 * the connection, while they rang.
 */
export type MissedCallCause = 'notReachable' | 'notAnswered' | 'givenUp';

/** A call that the callee did not take; a call that a device answered or a person declined is not missed. */
export type MissedCall = {
  /** The same for all ends of the call. */
  readonly callId: string;
  readonly caller: {
    /** `user@domain` in lower case. */
    readonly address: string;
    /** Display name as the caller sent it; untrusted text. */
    readonly name: string | undefined;
  };
  /** The called address, one of possibly several of its owner. */
  readonly callee: string;
  /** When the call came, in milliseconds since the epoch. */
  readonly at: number;
  readonly cause: MissedCallCause;
};
