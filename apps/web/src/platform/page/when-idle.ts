/** Where the browser does not tell when it is idle: events that wait are handled before a timer that is set now. */
const PAUSE_MS = 50;

/** Calls `then` when the page has handled every event that waits for it, after `limitMs` at the latest. */
export function whenIdle(then: () => void, limitMs: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: limitMs });
  else setTimeout(then, PAUSE_MS);
}
