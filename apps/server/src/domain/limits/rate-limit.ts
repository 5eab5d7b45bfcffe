export type Rate = { readonly burst: number; readonly perSecond: number };

/**
 * Creates a function that takes a token from a bucket that refills with time, and returns false if the bucket
 * is empty.
 * @param elapsedMs a monotonic clock: a wall clock that is set back would empty the bucket
 */
export function createRateLimit({ burst, perSecond }: Rate, elapsedMs: () => number): () => boolean {
  let tokens = burst;
  let filledAt = elapsedMs();
  return () => {
    const time = elapsedMs();
    tokens = Math.min(burst, tokens + ((time - filledAt) / 1000) * perSecond);
    filledAt = time;
    if (tokens < 1) return false;
    tokens -= 1;
    return true;
  };
}
