/** The heading of a page, made focusable; null if there is no heading yet. */
export function headingIn(area: ParentNode): HTMLElement | null {
  const heading = area.querySelector('h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

/** Focuses the heading of a page; returns false when there is no heading yet. */
export function focusHeading(area: ParentNode): boolean {
  const heading = headingIn(area);
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
