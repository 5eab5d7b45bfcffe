/**
 * Hold of a call in progress (decision D84). Text goes on; sound and video of a held call wait. Each end holds
 * and resumes by itself, and both may hold at the same time (RFC 6337 §5.3).
 */
export type HoldState = {
  /** The user holds the call: no sound and no video of theirs leave, and those of the peer are not played. */
  readonly isOwn: boolean;
  /** Whether the peer has agreed to `isOwn` being true; differs from `isOwn` until the offer is answered. */
  readonly isOwnAgreed: boolean;
  /** What this side offered last, with or without an answer: its bodies say so. */
  readonly isOffered: boolean;
  /** The peer holds the call. */
  readonly isByPeer: boolean;
  /** Number of offers in a row that crossed an offer of the peer or were lost, with the current one; 0 = none. */
  readonly attempts: number;
};
