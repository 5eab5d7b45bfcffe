/** Tones of the current or last call (text_dtmf of the specification). */
export type DtmfState = {
  /** Digits that have left, shown to the person (DIALER-05). */
  readonly sent: string;
  /** Digits and pauses still to come. */
  readonly queue: readonly string[];
  /** The tone that is under way; the next one waits for its answer. */
  readonly awaitedInfoId: number | undefined;
  readonly isPausing: boolean;
  readonly nextInfoId: number;
};
