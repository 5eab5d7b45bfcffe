/** Delay in browsers that do not report when they are idle: they handle pending events before a new timer. */
const PAUSE_MS = 50;

/** Calls `then` when the page has handled all pending events, but after `limitMs` at the latest. */
export function whenIdle(then: () => void, limitMs: number): void {
  if ('requestIdleCallback' in window) requestIdleCallback(then, { timeout: limitMs });
  else setTimeout(then, PAUSE_MS);
}
