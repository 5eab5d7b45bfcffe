/**
 * Calls `onReport` in the next frame after the browser reports the size of `element`: once for the initial
 * size, then for each change. A page that changes the layout during the report causes an error in WebKit.
 * @returns a function that ends the reports
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
