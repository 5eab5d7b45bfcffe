/** The pause in browsers that do not report when they are idle. */
const PAUSE_MS = 200;

/** Resolves when the page has no more urgent work, such as drawing itself, or after two seconds. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, PAUSE_MS);
  });
