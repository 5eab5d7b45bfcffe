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
  /**
   * Messages one flow may send of itself, without what others make it answer: at once, and how many more each second.
   * Far above any honest phone.
   */
  messages: { burst: 200, perSecond: 50 },
  /** Of these, calls and messages of one account to one address. */
  requestsToOne: { burst: 50, perSecond: 10 },
  /** Unreadable messages after which a flow is closed. */
  badMessages: 20,
} as const;
