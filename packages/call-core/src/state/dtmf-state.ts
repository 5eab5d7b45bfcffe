/** Tones of the current or last call (`text_dtmf` of the specification). */
export type DtmfState = {
  /** Digits that have been sent, shown to the user (DIALER-05). */
  readonly sent: string;
  /** Digits and pauses still to be sent. */
  readonly queue: readonly string[];
  /** The id of the INFO whose answer is awaited; the next tone is sent after that answer. */
  readonly awaitedInfoId: number | undefined;
  readonly isPausing: boolean;
  readonly nextInfoId: number;
};
