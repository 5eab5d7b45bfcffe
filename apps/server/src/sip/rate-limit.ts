import { LIMITS } from './limits.ts';

/** A bucket that refills with time; false when it is empty. */
export function createRateLimit(now: () => number): () => boolean {
  let tokens: number = LIMITS.requestBurst;
  let filledAt = now();
  return () => {
    const time = now();
    tokens = Math.min(LIMITS.requestBurst, tokens + ((time - filledAt) / 1000) * LIMITS.requestsPerSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
