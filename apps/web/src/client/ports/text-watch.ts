/** What carries text between the two ends. */
export type TextCarrier = 'dataChannel' | 'message';

/**
 * What became of a sent message: delivered (`taken`), in doubt (`lost`, decision D41), or not forwarded because the
 * peer has no connection at the moment (`away`).
 */
export type SentOutcome = 'taken' | 'lost' | 'away';

/** Is told of each message with text at the moment at which it is sent or received (decision D91). */
export type TextWatch = {
  /** @returns a function that tells what became of the message; it is not called for text that both ends count */
  sent(carrier: TextCarrier, characters: string): (outcome: SentOutcome) => void;
  /** @param isRead false = the message is too long, and its reader sees one U+FFFD in its place */
  received(carrier: TextCarrier, characters: string, isRead?: boolean): void;
};
