import type { DecoderState, OutboxState, Run } from '@samtal/realtime-text';

/** Text of one author, and when its first character came (ms since the epoch); corrections keep that time. */
export type TimedRun = Run & { readonly beganAt: number };

/** Real-time text of the current or last call; the next call clears it (RTT-15). */
export type TextState = {
  /**
   * The text of both users, run by run in order of arrival (RTT-14, A-049, decision D13). Line breaks are `\n`, lost
   * text is U+FFFD. The user's own runs, joined, are `outbox.target`.
   */
  readonly conversation: readonly TimedRun[];
  /** Number of UTF-16 units removed from the start of the remote user's text. */
  readonly incomingCut: number;
  readonly decoder: DecoderState;
  /** The user's text (`outbox.target`), how much of it has been sent, and what may not have arrived. */
  readonly outbox: OutboxState;
  /** Text of the user is unconfirmed, and nothing was confirmed for `TEXT_LATE_MS` (decision D41). */
  readonly isLate: boolean;
  /** Text arrived while the text panel was hidden (INCALL-19). */
  readonly isUnread: boolean;
  /** The last edit was not allowed and was undone (RTT-08, RTT-10, D41). */
  readonly wasRefused: boolean;
};
