import type { DecoderState, OutboxState } from '@samtal/realtime-text';

/** Real-time text of the current or last call; cleared by the next call (RTT-15). */
export type TextState = {
  /** The other party's text; line breaks are `\n`, lost text is U+FFFD. */
  readonly incoming: string;
  /** UTF-16 units that came before `incoming` and are no longer kept. */
  readonly incomingCut: number;
  readonly decoder: DecoderState;
  /** The own text (`outbox.target`), how much of it has left, and what will never arrive. */
  readonly outbox: OutboxState;
  /** Incoming text arrived while the panel was hidden (INCALL-19). */
  readonly isUnread: boolean;
  /** The last change was too long and has been undone (RTT-08, RTT-10). */
  readonly wasRefused: boolean;
};
