/**
 * Focuses the main element of a page that opens, unless the user has opened a menu since they asked for the page:
 * code and data may come late, and a menu closes when it loses the focus.
 */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement?.matches('[role^=menuitem]') !== true) element?.focus({ preventScroll: true });
}
