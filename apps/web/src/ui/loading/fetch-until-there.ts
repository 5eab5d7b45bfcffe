/** The pause after a failed attempt, in ms. */
const PAUSE_MS = 5000;

const pause = (delayMs: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, delayMs));

/** Calls `fetch` until it succeeds, with a pause after each failure. */
export const fetchUntilThere = <T>(fetch: () => Promise<T>): Promise<T> =>
  fetch().catch(() => pause(PAUSE_MS).then(() => fetchUntilThere(fetch)));

/** Resolves when `fetched` does, or after `limitMs`; never rejects. */
export const atMost = (fetched: Promise<unknown>, limitMs: number): Promise<unknown> =>
  Promise.race([fetched.catch(() => undefined), pause(limitMs)]);
