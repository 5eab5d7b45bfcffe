/** A notice that is higher than this share of the window would cover too much of a page that scrolls below it. */
const MOST = 0.15;

/**
 * Keeps a notice above the page in sight, also when the page is scrolled. A low one stays at the top of the window;
 * what sticks there too, and what gets the focus, leaves its height free (`--notice-above`). The page is scrolled to a
 * higher notice, as on a phone, and scrolled back if the user closes it before scrolling. Effects that run later may
 * scroll the page to a field that gets the focus; then the notice is scrolled into sight again.
 */
export function keepInSight(notice: HTMLElement | null): (() => void) | undefined {
  if (notice === null) return undefined;
  const { style } = document.documentElement;
  const place = scrollY;
  let isStaying: boolean | undefined;
  function fit(box: HTMLElement): void {
    const { height } = box.getBoundingClientRect();
    const before = isStaying;
    isStaying = height <= innerHeight * MOST;
    box.toggleAttribute('data-stays', isStaying);
    style.setProperty('--notice-above', isStaying ? `${height}px` : '0px');
    if (!isStaying && before !== false) box.scrollIntoView({ block: 'nearest' });
  }
  fit(notice);
  let shown = scrollY;
  let isOpen = true;
  queueMicrotask(() => {
    if (!isOpen || isStaying) return;
    notice.scrollIntoView({ block: 'nearest' });
    shown = scrollY;
  });
  const observer = new ResizeObserver(() => fit(notice));
  observer.observe(notice);
  return () => {
    observer.disconnect();
    isOpen = false;
    style.removeProperty('--notice-above');
    if (shown !== place && scrollY === shown) scrollTo(0, place);
  };
}
