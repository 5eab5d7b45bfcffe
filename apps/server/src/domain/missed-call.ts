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
