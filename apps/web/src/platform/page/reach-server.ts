import type { Clock } from '@samtal/call-core';

/** No answer within this time counts as no contact. */
const TIMEOUT_MS = 4000;

/**
 * Returns a function that finds out whether the server at `url` answers, whatever it answers. A browser that
 * says that it is offline is not asked further.
 */
export function createReachServer(url: string, clock: Clock): () => Promise<boolean> {
  return async () => {
    if (!navigator.onLine) return false;
    const limit = new AbortController();
    const forgetTimer = clock.setTimer(TIMEOUT_MS, () => limit.abort());
    try {
      await fetch(url, { method: 'HEAD', cache: 'no-store', signal: limit.signal });
      return true;
    } catch {
      return false;
    } finally {
      forgetTimer();
    }
  };
}
