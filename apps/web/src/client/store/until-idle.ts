/** Where the browser does not tell when it is idle. */
const PAUSE_MS = 200;

/** Fulfilled when the page has nothing more urgent to do, such as showing itself. */
export const untilIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2000 });
    else setTimeout(resolve, PAUSE_MS);
  });
