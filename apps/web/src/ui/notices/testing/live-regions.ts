import { onTestFinished } from 'vitest';

const REGIONS =
  '[aria-live]:not([aria-live=off]), [role=status], [role=alert], [role=log]:not([aria-live=off]), output';

/** Records the words of all live regions of the document over time, in order, each text once until it changes. */
export function recordLiveRegions(): readonly string[] {
  const told: string[] = [];
  const seen = new WeakMap<Element, string>();
  const look = (): void => {
    for (const region of document.querySelectorAll(REGIONS)) {
      const words = region.textContent ?? '';
      if (words !== (seen.get(region) ?? '') && words !== '') told.push(words);
      seen.set(region, words);
    }
  };
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
  onTestFinished(() => observer.disconnect());
  look();
  return told;
}
