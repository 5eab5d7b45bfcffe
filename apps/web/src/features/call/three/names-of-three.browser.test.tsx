import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';

test.each([
  ['en', 1280, 800, 'in call of three, one on hold'],
  ['ar', 1440, 900, 'in call of three, one on hold'],
  ['en', 360, 640, 'in text call of three'],
] as const)(
  'D102 in %s at %i × %i the header of the text panel shows both names in full in the scene “%s”',
  async (language, width, height, name) => {
    await page.viewport(width, height);
    const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
    const { leave } = await showScene(scene, language);
    onTestFinished(leave);
    const field = page.getByRole('main').getByRole('textbox').element();
    const panel = field.closest('[data-layout="oneBox"]') ?? expect.fail('no panel');
    const names = [...(panel.firstElementChild?.querySelectorAll('bdi') ?? [])];
    expect(names.map(({ textContent }) => textContent?.replaceAll(/[\u2068\u2069]/g, ''))).toEqual([
      'Bobby Berg',
      'Carol Claesson',
    ]);
    for (const shown of names) {
      expect(shown.scrollWidth).toBeLessThanOrEqual(shown.clientWidth + 1);
      expect(shown.scrollHeight).toBeLessThanOrEqual(shown.clientHeight + 1);
      const { left, top, height: high } = shown.getBoundingClientRect();
      expect(high).toBeGreaterThan(12);
      expect(shown.contains(document.elementFromPoint(left + 8, top + high / 2))).toBe(true);
    }
  },
);
