/** Calls `run` with each frame the page paints, with milliseconds of the page's clock; the result ends it. */
export function eachFrame(run: (nowMs: number) => void): () => void {
  let request = 0;
  const step = (nowMs: number): void => {
    request = requestAnimationFrame(step);
    run(nowMs);
  };
  request = requestAnimationFrame(step);
  return () => cancelAnimationFrame(request);
}
