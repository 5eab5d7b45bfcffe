/** The clock and the timers, provided by the caller. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs `run` once after `delayMs`; the returned function cancels the timer. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
};

/** T1, the estimated round-trip time (RFC 3261 §17.1.1.1). */
const T1_MS = 500;

/** Duration of the timers B, F and H, and of L and M of RFC 6026: 64·T1. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;
