import { expect, inject, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { scenes } from './scenes.ts';
import { showScene } from './testing/show-scene.tsx';

const none = { top: 0, right: 0, bottom: 0, left: 0 };
/** A phone in portrait and landscape, and a tablet, which is tried by `npm run test:long` only. */
const screens = [
  { width: 390, height: 844, insets: { ...none, top: 50, bottom: 34 } },
  { width: 844, height: 390, insets: { top: 0, right: 59, bottom: 21, left: 59 } },
  { width: 1180, height: 820, insets: { ...none, top: 24, bottom: 20 } },
] as const;
/**
 * How far a part may reach into an inset, in CSS pixels: a target area may be slightly larger than the
 * visible control.
 */
const leeway = 8;

const override = (given: typeof none) => cdp().send('Emulation.setSafeAreaInsetsOverride', { insets: given });

/** Whether `part` is inside an element that scrolls: hidden parts can then be scrolled into view. */
function isInScroller(part: Element): boolean {
  const around = part.parentElement;
  if (around === null || around === document.body) return false;
  return (
    (around.scrollHeight > around.clientHeight + 1 && getComputedStyle(around).overflowY === 'auto') ||
    isInScroller(around)
  );
}

/** Visible controls, fields and headings. The skip link is visible only with the focus. */
const parts = () =>
  [
    ...document.querySelectorAll<HTMLElement>('h1, h2, button, a:not([href="#content"]), input, textarea'),
  ].filter((part) => part.clientWidth > 4 && part.checkVisibility() && !isInScroller(part));

/** The parts that lie under the notch or the round corners, and by how much. */
function covered({ width, height, insets }: (typeof screens)[number], isAtEnd: boolean): readonly string[] {
  return parts().flatMap((part) => {
    const { top, right, bottom, left } = part.getBoundingClientRect();
    const overlaps = {
      top: isAtEnd ? 0 : insets.top - top,
      right: right - (width - insets.right),
      bottom: isAtEnd ? bottom - (height - insets.bottom) : 0,
      left: insets.left - left,
    };
    return Object.entries(overlaps).flatMap(([side, by]) =>
      by > leeway ? [`${width} ${part.ariaLabel ?? part.textContent}: ${side} ${Math.round(by)}`] : [],
    );
  });
}

test.each(scenes)('$name: nothing lies under a notch, a round corner or a system bar', async (scene) => {
  onTestFinished(async () => void (await override(none)));
  await page.viewport(screens[0].width, screens[0].height);
  const { leave } = await showScene(scene, 'en');
  const found: string[] = [];
  for (const size of inject('everyCase') ? screens : screens.slice(0, 2)) {
    await override(size.insets);
    await page.viewport(size.width, size.height);
    window.scrollTo(0, 0);
    found.push(...covered(size, false));
    window.scrollTo(0, document.documentElement.scrollHeight);
    found.push(...covered(size, true));
  }
  await leave();
  expect(found).toEqual([]);
});
