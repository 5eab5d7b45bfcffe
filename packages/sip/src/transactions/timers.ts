/** Time, provided by the caller. */
export type Clock = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Runs `run` once after `delayMs`; the returned function cancels the timer. */
  readonly setTimer: (delayMs: number, run: () => void) => () => void;
};

/** Round-trip estimate of RFC 3261 §17.1.1.1. */
const T1_MS = 500;

/** Timers B, F and H, and L and M of RFC 6026: all are 64·T1. */
export const TRANSACTION_TIMEOUT_MS = 64 * T1_MS;
