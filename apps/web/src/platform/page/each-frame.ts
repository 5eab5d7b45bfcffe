/**
 * Calls `run` in each frame of the page with the time of the page's clock in milliseconds; the returned
 * function ends it.
 */
export function eachFrame(run: (nowMs: number) => void): () => void {
  let request = 0;
  const step = (nowMs: number): void => {
    request = requestAnimationFrame(step);
    run(nowMs);
  };
  request = requestAnimationFrame(step);
  return () => cancelAnimationFrame(request);
}
