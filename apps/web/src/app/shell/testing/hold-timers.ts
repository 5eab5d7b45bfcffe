import { onTestFinished, vi } from 'vitest';

/**
 * Until the end of the test, timers of this length fire only when the returned function is called, however long the machine
 * takes.
 */
export function holdTimers(lengthMs: number): () => void {
  const set = window.setTimeout.bind(window);
  const held: (() => void)[] = [];
  const spy = vi.spyOn(window, 'setTimeout').mockImplementation(((run: () => void, delayMs?: number) => {
    if (delayMs !== lengthMs) return set(run, delayMs);
    held.push(run);
    return 0;
  }) as typeof window.setTimeout);
  onTestFinished(() => spy.mockRestore());
  return () => {
    for (const run of held.splice(0)) run();
  };
}
