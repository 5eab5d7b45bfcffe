import type { DecoderState, OutboxState, Run } from '@samtal/realtime-text';

/** Text of one author, and when its first character came (ms since the epoch); corrections keep that time. */
export type TimedRun = Run & { readonly beganAt: number };

/** The text of both authors, run by run in order of arrival (RTT-14, A-049, decision D13). */
export type WordsInOrder = readonly TimedRun[];

/** Real-time text of the current or last call; the next call clears it (RTT-15). */
export type TextState = {
  /** The remote user's text; line breaks are `\n`, lost text is U+FFFD. */
  readonly incoming: string;
  /** Number of UTF-16 units removed from the start of `incoming`. */
  readonly incomingCut: number;
  readonly decoder: DecoderState;
  /** The user's text (`outbox.target`), how much of it has been sent, and what may not arrive. */
  readonly outbox: OutboxState;
  /** The runs of `incoming` and of the user's text, in order of arrival. */
  readonly words: WordsInOrder;
  /** Some of the user's text has waited `TEXT_LATE_MS` for its delivery (decision D41). */
  readonly isLate: boolean;
  /** Text arrived while the text panel was hidden (INCALL-19). */
  readonly isUnread: boolean;
  /** The last change was too long and was undone (RTT-08, RTT-10). */
  readonly wasRefused: boolean;
};
