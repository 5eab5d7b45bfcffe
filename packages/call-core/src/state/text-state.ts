import type { DecoderState, OutboxState, Run } from '@samtal/realtime-text';

/** Words of one author, and when the first of them came in milliseconds since the epoch, whatever was corrected since. */
export type TimedRun = Run & { readonly beganAt: number };

/** Both texts, run by run in the order they came (RTT-14, A-049, decision D13). */
export type WordsInOrder = readonly TimedRun[];

/** Real-time text of the current or last call; cleared by the next call (RTT-15). */
export type TextState = {
  /** The other party's text; line breaks are `\n`, lost text is U+FFFD. */
  readonly incoming: string;
  /** UTF-16 units that came before `incoming` and are no longer kept. */
  readonly incomingCut: number;
  readonly decoder: DecoderState;
  /** The own text (`outbox.target`), how much of it has left, and what will never arrive. */
  readonly outbox: OutboxState;
  /** What `incoming` and the own text hold, in the order it came. */
  readonly words: WordsInOrder;
  /** Own text has waited for its delivery longer than people notice. */
  readonly isLate: boolean;
  /** Incoming text arrived while the panel was hidden (INCALL-19). */
  readonly isUnread: boolean;
  /** The last change was too long and has been undone (RTT-08, RTT-10). */
  readonly wasRefused: boolean;
};
