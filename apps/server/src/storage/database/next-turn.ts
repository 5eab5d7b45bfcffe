/**
 * The embedded database works on the thread that serves every request, so long work is cut into slices. Of all that
 * waits here one goes on in each turn of the event loop: between any two slices other requests are served.
 */
export function createTurns(later: (run: () => void) => void): () => Promise<void> {
  const waiting: (() => void)[] = [];
  function goOn(): void {
    waiting.shift()?.();
    if (waiting.length > 0) later(goOn);
  }
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === 1) later(goOn);
    });
}

/** Fulfilled when the next slice of long work may run; one queue for the whole process. */
export const nextTurn = createTurns(setImmediate);
