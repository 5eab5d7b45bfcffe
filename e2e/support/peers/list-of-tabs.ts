/** The list of tabs in Chromium, with a link for each tab that discards it. */
export const LIST_OF_TABS = 'chrome://discards/';

/**
 * Discards the hidden tab at this address; runs in the list of tabs, again and again.
 * @returns whether the tab is discarded, and has not been loaded again
 */
export function discardTab(address: string): boolean {
  const below = (root: ParentNode): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>('*')].flatMap((each) => [
      each,
      ...(each.shadowRoot === null ? [] : below(each.shadowRoot)),
    ]);
  const row = below(document).find(
    ({ tagName, innerText }) => tagName === 'TR' && innerText.includes(`${address}/`),
  );
  const words = row?.innerText ?? '';
  if (words.includes('unloaded') && words.includes('discarded')) return true;
  const links = [...(row?.querySelectorAll<HTMLElement>('[is=action-link]') ?? [])];
  if (words.includes('hidden')) links.find(({ innerText }) => innerText.includes('Urgent Discard'))?.click();
  return false;
}
