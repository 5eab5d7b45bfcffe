import type { Log } from '@samtal/call-core';

/** User actions that allow a page to play sound. */
const GESTURES = ['pointerup', 'keydown'] as const;

/**
 * Plays `element`; if the browser requires a user action first, the next user action starts it. The returned
 * function stops waiting for that action.
 */
export function play(element: HTMLVideoElement, log: Log): () => void {
  const waiting = new AbortController();
  const start = (): void => {
    element.play().then(
      () => waiting.abort(),
      (error: unknown) => {
        // The name AbortError means that another stream has replaced this one.
        const name = error instanceof Error ? error.name : 'unknown';
        log.info('stream_not_played', { error: name });
      },
    );
  };
  for (const gesture of GESTURES)
    element.ownerDocument.addEventListener(gesture, start, { signal: waiting.signal });
  start();
  return () => waiting.abort();
}
