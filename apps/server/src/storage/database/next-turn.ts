/**
 * Creates a function that long work awaits between its steps. Each turn of the event loop resumes only one
 * task: the embedded database runs on the thread that serves every request, so other requests are served
 * between any two steps.
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

/**
 * Long work awaits this between its steps, so that other requests are served; all long work of the process
 * shares one queue.
 */
export const nextTurn = createTurns(setImmediate);
