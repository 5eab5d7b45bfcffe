import type { Conversation, DecoderState, OutboxState } from '@samtal/realtime-text';

/** Real-time text of the current or last call; cleared by the next call (RTT-15). */
export type TextState = {
  /** What the own text field holds: always what has been, or will be, on the wire. */
  readonly draft: string;
  readonly conversation: Conversation;
  readonly decoder: DecoderState;
  readonly outbox: OutboxState;
  /** Incoming text arrived while the panel was hidden (INCALL-19). */
  readonly isUnread: boolean;
};
