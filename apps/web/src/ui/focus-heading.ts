/** What a page begins with, ready to be given the focus. */
export function headingIn(area: ParentNode): HTMLElement | null {
  const heading = area.querySelector('h1');
  if (heading !== null) heading.tabIndex = -1;
  return heading;
}

/** Leads to what the page begins with; false = it has no heading yet. */
export function focusHeading(area: ParentNode): boolean {
  const heading = headingIn(area);
  heading?.focus({ preventScroll: true });
  return heading !== null;
}
