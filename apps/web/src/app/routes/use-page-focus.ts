import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../../ui/page/focus-heading.ts';

/** Screen readers have no position any more: nothing has the focus, or the focused element became hidden. */
function isFocusLost(area: Element): boolean {
  const { activeElement } = document;
  return (
    activeElement === null ||
    activeElement.contains(area) ||
    // Chromium removes the focus from a hidden element only with the next frame.
    activeElement.getClientRects().length === 0
  );
}

/**
 * When a page replaces another together with its focused element, the new heading gets the focus (WCAG
 * 2.4.3). If the new page has focused an element itself, that stays.
 * @param area contains the heading of the page, or will contain it when the code is loaded
 * @param page changes with the content that is shown
 */
export function usePageFocus(area: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const shown = area.current;
    // Before the first user action the browser's own start, the top of the page, is right.
    if (shown === null || !navigator.userActivation?.hasBeenActive) return undefined;
    const isSettled = (): boolean => !isFocusLost(shown) || focusHeading(shown);
    if (isSettled()) return undefined;
    const arrival = new MutationObserver(() => {
      if (isSettled()) arrival.disconnect();
    });
    arrival.observe(shown, { childList: true, subtree: true });
    return () => arrival.disconnect();
    // The value of `page` is not used; its change starts the effect.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [area, page]);
}
