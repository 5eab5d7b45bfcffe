/** Bounds of a party, so that no caller can hold the others up; times in milliseconds where not said otherwise. */
export const LIMITS = {
  calls: 50,
  callMs: 3_600_000,
  /** Twice what the fastest sender of text makes of decision D11, and then some for a line that was slow. */
  textsPerSecond: 20,
  /** Bytes in one MESSAGE (RFC 3428 §8). */
  textBytes: 1300,
  /** Texts that wait for the answer of the one before. */
  waitingTexts: 100,
  /** Bytes in one SIP message. */
  messageBytes: 64 * 1024,
  /** Seconds a registration is asked for. */
  expires: 600,
  firstRetryMs: 1_000,
  longestRetryMs: 60_000,
  connectMs: 10_000,
  /** How long the other end of a connection has to agree to its end. */
  closeMs: 2_000,
} as const;
