/**
 * Calls `onReport` in the frame after each report of the size of `element`; the first report is its size now.
 * A change of the layout while sizes are reported is an error of the page in WebKit. Returns a function that
 * stops it.
 */
export function observeSize(element: Element, onReport: () => void): () => void {
  let frame: number | undefined;
  const observer = new ResizeObserver(() => {
    frame ??= requestAnimationFrame(() => {
      frame = undefined;
      onReport();
    });
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
    if (frame !== undefined) cancelAnimationFrame(frame);
  };
}
