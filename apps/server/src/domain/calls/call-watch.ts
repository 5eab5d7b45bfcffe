import { nothing } from '../nothing.ts';
import type { CallEnding, MediaKind } from './call-outcome.ts';

/** An INVITE outside any dialog, whose caller has proved an account. */
export type CallStart = {
  readonly callId: string;
  /** Addresses in lower case, `user@domain`. The callee's address is empty if it is not the SIP address of a user. */
  readonly caller: string;
  readonly callee: string;
  readonly isAnonymous: boolean;
  readonly offered: readonly MediaKind[];
};

/**
 * Follows one call from its INVITE to its end. Each event is reported once; what does not fit the state of the call is
 * ignored.
 */
export type CallWatch = {
  /** Names the call in what is stored, also for a later run of the server. */
  readonly id: string;
  /** A device of the callee rings. */
  rang(): void;
  /** The caller gets a final response other than 2xx, or has left (487). */
  refused(status: number): void;
  /** @param isOfMailbox the mailbox has answered, no device of the callee */
  answered(media: readonly MediaKind[], isOfMailbox?: boolean): void;
  /** A later offer was accepted. */
  agreed(media: readonly MediaKind[]): void;
  /** The dialog has ended. */
  ended(ending: CallEnding): void;
  /** Follows an INVITE with Replaces, whose dialog belongs to the same call (decision D81). */
  takeOver(): CallWatch;
};

export type WatchCalls = {
  begin(call: CallStart): CallWatch;
  /** Follows a call of an earlier run of this server on; undefined = the call is unknown. */
  resume(id: string): CallWatch | undefined;
};

const unwatched: CallWatch = {
  id: '',
  rang: nothing,
  refused: nothing,
  answered: nothing,
  agreed: nothing,
  ended: nothing,
  takeOver: () => unwatched,
};

/** Follows no call. */
export const UNWATCHED_CALLS: WatchCalls = { begin: () => unwatched, resume: () => undefined };
