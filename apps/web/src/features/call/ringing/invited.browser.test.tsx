import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import type { Language } from '../../../i18n/index.ts';

async function show(language: Language, pixels: number) {
  const scene = callScenes.find(({ name }) => name === 'incoming, into a call of three');
  const { leave } = await showScene(scene ?? expect.fail('no scene'), language, pixels);
  onTestFinished(leave);
}

test.each([
  ['a desktop', [1440, 900], 16, 'en'],
  ['a tablet', [768, 1024], 16, 'en'],
  ['a phone', [360, 640], 16, 'en'],
  ['a phone', [360, 640], 16, 'ar'],
  ['a phone', [360, 640], 16, 'de'],
  ['a phone in landscape', [740, 360], 16, 'en'],
  ['a phone with text of 200 %', [360, 640], 32, 'en'],
] as const)(
  'D102 on %s the user reads, before answering, who else will be in the call (%j, letters of %i, %s)',
  async (_name, [width, height], pixels, language) => {
    await page.viewport(width, height);
    await show(language, pixels);
    const words = page.getByText(/carol/i);
    await expect.element(words).toBeInViewport({ ratio: 1 });
    const { left, top, bottom, width: wide } = words.element().getBoundingClientRect();
    for (const y of [top + 2, bottom - 2]) {
      const onTop = document.elementFromPoint(left + wide / 2, y);
      expect([y, onTop === words.element() || words.element().parentElement?.contains(onTop)]).toEqual([
        y,
        true,
      ]);
    }
    for (const button of document.querySelectorAll('[role=alertdialog] button'))
      expect(button.getBoundingClientRect().bottom).toBeLessThanOrEqual(height);
  },
);
