/** Bounds of the SIP element; times in milliseconds where not said otherwise. */
export const LIMITS = {
  /** */
  bindingsPerAddress: 10,
  /** Seconds a binding may live, and what it lives when nothing is asked (REG-01). */
  minExpires: 60,
  maxExpires: 3600,
  defaultExpires: 600,
  /** Calls one flow may have begun at a time, ringing or open; further ones are answered 503. */
  callsPerFlow: 100,
  /** Ringing ends after this long. */
  ringMs: 30_000,
  /** Requests one flow may send in a burst, and how many come back each second: far above any honest phone. */
  requestBurst: 200,
  requestsPerSecond: 50,
  /** Unreadable messages after which a flow is closed. */
  badMessages: 20,
} as const;
