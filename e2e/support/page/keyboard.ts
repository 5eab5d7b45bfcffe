import { expect, type Page } from '@playwright/test';

/** The focused element: its name, and whether the focus is visible. */
type Focused = { readonly name: string; readonly hasRing: boolean; readonly isCovered: boolean };

const focused = (page: Page): Promise<Focused> =>
  page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const labels = element instanceof HTMLElement && 'labels' in element ? element.labels : undefined;
    const label = labels instanceof NodeList ? labels[0]?.textContent : undefined;
    // The focus ring of a field is on the box around it.
    const rings = [element, element.parentElement ?? element].map((one) => getComputedStyle(one));
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    const onTop = document.elementFromPoint(x, y);
    return {
      name: (element.getAttribute('aria-label') ?? label ?? element.textContent ?? '').trim(),
      hasRing: rings.some(
        ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0,
      ),
      isCovered: onTop !== null && !element.contains(onTop) && !onTop.contains(element),
    };
  });

/**
 * Presses `key` until `name` has the focus, and checks at every stop that it can be seen (WCAG 2.4.7,
 * 2.4.11).
 */
async function walkTo(page: Page, key: 'Tab' | 'ArrowRight', name: string): Promise<void> {
  const passed: string[] = [];
  for (let stops = 0; stops < 60; stops++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    // Between the last element and the first the window itself has the focus.
    if (now.name !== '' && (await page.evaluate(() => document.activeElement !== document.body)))
      expect(now, `focus on "${now.name}"`).toMatchObject({ hasRing: true, isCovered: false });
    if (now.name === name) return;
    passed.push(now.name);
  }
  throw new Error(`${key} never reaches "${name}", only ${passed.join(', ')}`);
}

/** Presses Tab until `name` has the focus. */
export const tabTo = (page: Page, name: string): Promise<void> => walkTo(page, 'Tab', name);

/** Presses ArrowRight until `name` has the focus: Tab reaches a toolbar only once (ARIA toolbar). */
export const arrowTo = (page: Page, name: string): Promise<void> => walkTo(page, 'ArrowRight', name);
