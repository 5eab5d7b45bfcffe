import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../../ui/focus-heading.ts';

/** Nothing is read out any more: the focus is nowhere, or what has it went out of sight. */
function isFocusLost(area: Element): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement.contains(area) ||
    // Chromium lets go of what became hidden only with the next picture.
    activeElement.getClientRects().length === 0
  );
}

/**
 * Where a page takes the place of another, and what was pressed went with it, the new heading gets the focus
 * (WCAG 2.4.3). A page that has given it to something of its own keeps it there.
 * @param area where the heading of the page is, or will be when its code has come
 * @param page changes with what is shown there
 */
export function usePageFocus(area: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const shown = area.current;
    // Who has done nothing here yet begins where the browser does, at the top.
    if (shown === null || !navigator.userActivation?.hasBeenActive) return undefined;
    const isSettled = (): boolean => !isFocusLost(shown) || focusHeading(shown);
    if (isSettled()) return undefined;
    const arrival = new MutationObserver(() => {
      if (isSettled()) arrival.disconnect();
    });
    arrival.observe(shown, { childList: true, subtree: true });
    return () => arrival.disconnect();
    // What the page is called is not read, only that it is another.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [area, page]);
}
