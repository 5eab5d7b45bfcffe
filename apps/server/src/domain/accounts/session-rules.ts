/** A session ends this long after its last use. */
export const SESSION_LIFETIME_MS = 12 * 60 * 60 * 1000;

/** Web pushes to a device end this long after it has last renewed its subscription (decision D78). */
export const PUSH_LIFETIME_MS = 60 * 24 * 60 * 60 * 1000;

/**
 * The last use of a session is written at most this often: each write costs a disk sync, and a minute is
 * exact enough.
 */
export const SESSION_TOUCH_INTERVAL_MS = 60_000;

export type SessionAge = 'fresh' | 'touchDue' | 'expired';

export function sessionAge(lastUsedAt: number, now: number): SessionAge {
  const idleMs = now - lastUsedAt;
  if (idleMs >= SESSION_LIFETIME_MS) return 'expired';
  return idleMs >= SESSION_TOUCH_INTERVAL_MS ? 'touchDue' : 'fresh';
}
