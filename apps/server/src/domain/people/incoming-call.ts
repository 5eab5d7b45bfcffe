/** A call to an account, as its INVITE describes it. */
export type IncomingCall = {
  /** The same for all ends of the call. */
  readonly callId: string;
  readonly caller: {
    /** `user@domain` in lower case. */
    readonly address: string;
    /** Display name as the caller sent it; untrusted text. */
    readonly name: string | undefined;
  };
  /** The called address; its owner may have others. */
  readonly callee: string;
  /** When the call came, in milliseconds since the epoch. */
  readonly at: number;
};

/**
 * Why a call was missed: no phone of the callee was reachable; phones rang for `RING_MS`; or, while they rang, the
 * caller gave up or lost the connection.
 */
export type MissedCallCause = 'notReachable' | 'notAnswered' | 'givenUp';

/** A call that no device of the callee answered or declined. */
export type MissedCall = IncomingCall & {
  readonly cause: MissedCallCause;
  /** Whether a phone has said that it rings; such a phone adds the call to the history itself. */
  readonly hasRung: boolean;
};
