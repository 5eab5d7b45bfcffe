import type { Log } from '@samtal/call-core';

/** Gestures that give a page the right to play sound. */
const GESTURES = ['pointerup', 'keydown'] as const;

/** Starts `element`; where the browser wants a gesture first, the next one starts it. The result ends the wait. */
export function play(element: HTMLVideoElement, log: Log): () => void {
  const waiting = new AbortController();
  const start = (): void => {
    element.play().then(
      () => waiting.abort(),
      (error: unknown) => {
        // AbortError: another stream has taken the place of this one.
        const name = error instanceof Error ? error.name : 'unknown';
        log.info('a stream does not play', { error: name });
      },
    );
  };
  for (const gesture of GESTURES)
    element.ownerDocument.addEventListener(gesture, start, { signal: waiting.signal });
  start();
  return () => waiting.abort();
}
