/** A device of a session: no other session, and no other device of the session, has the same values. */
export type CallDevice = {
  readonly username: string;
  readonly sessionId: string;
  /** `+sip.instance` of its binding (RFC 5626 §4.1). */
  readonly instance: string;
  readonly isAnonymous: boolean;
};

/** One end of a dialog as it is stored. */
export type SavedEnd = {
  readonly device: CallDevice;
  /** Network address of its last connection, for the limits of anonymous callers. */
  readonly remoteAddress: string;
  /** From or To value with its tag. */
  readonly identity: string;
  readonly target: string;
  readonly cseq: number;
};

/** An established dialog as it is stored, so that its call goes on after a restart (decision D80). */
export type SavedDialog = {
  readonly token: string;
  readonly callId: string;
  /** CSeq number of the INVITE. */
  readonly cseq: number;
  /** To value of the INVITE. */
  readonly to: string;
  readonly caller: SavedEnd;
  readonly callee: SavedEnd;
  /** The record of its call; undefined = there is none. */
  readonly recordId?: string | undefined;
};
