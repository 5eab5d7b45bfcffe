import { type RefObject, useEffect } from 'react';
import { focusHeading } from '../../ui/page/focus-heading.ts';

/**
 * Whether the focus, and with it the position of screen readers, is lost: the focused element is hidden, or
 * it is only a container of `area`, such as the body.
 */
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
 * Focuses the heading of a new page if the focused element disappeared with the page before (WCAG 2.4.3). An
 * element that the new page has focused itself keeps the focus.
 * @param area contains the heading of the page, or will contain it when the code is loaded
 * @param page changes with the content that is shown
 */
export function usePageFocus(area: RefObject<HTMLElement | null>, page: string): void {
  useEffect(() => {
    const shown = area.current;
    // Until the user acts, the focus is left alone: browsers start at the top of the page, which is right.
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
