/**
 * Creates a function whose promise resolves when a waiting task may run its next slice. The embedded database
 * runs on the thread that serves every request, so long work is cut into slices. Each turn of the event loop
 * resumes only one task: other requests are served between any two slices.
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

/** Resolves when the next slice of long work may run; all long work of the process shares one queue. */
export const nextTurn = createTurns(setImmediate);
