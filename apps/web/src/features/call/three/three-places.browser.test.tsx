import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import type { Language } from '../../../i18n/index.ts';

async function show(what = 'together', language: Language = 'en') {
  const scene = callScenes.find(({ name }) => name === `in call of three, ${what}`);
  const { leave } = await showScene(scene ?? expect.fail('no scene'), language);
  onTestFinished(leave);
}

/** The places of both users, after they have been drawn. */
async function places(): Promise<readonly [DOMRect, DOMRect]> {
  await expect.element(page.getByRole('region', { name: 'Carol Claesson', exact: true })).toBeVisible();
  const [one, two] = ['Bobby Berg', 'Carol Claesson'].map((name) =>
    page.getByRole('region', { name, exact: true }).element().getBoundingClientRect(),
  );
  return [one ?? expect.fail('no user'), two ?? expect.fail('no user')];
}

/** The area that a video of a camera fills in a place. */
function areaIn({ width, height }: DOMRect, ratio: number): number {
  const shown = Math.min(width, height * ratio);
  return (shown * shown) / ratio;
}

test.each([
  ['a desktop with text beside the videos', 1440, 900, 16 / 9],
  ['a tablet', 768, 1024, 16 / 9],
  ['a phone', 360, 640, 3 / 4],
  ['a phone in landscape', 740, 360, 16 / 9],
] as const)(
  'D102 on %s both users have the same place, as large as possible',
  async (_name, width, height, ratio) => {
    await page.viewport(width, height);
    await show();
    const [one, two] = await places();
    expect(Math.abs(one.width - two.width)).toBeLessThan(2);
    expect(Math.abs(one.height - two.height)).toBeLessThan(2);
    const isBeside = Math.abs(one.top - two.top) < 2;
    const whole = isBeside
      ? { width: one.width + two.width, height: one.height }
      : { width: one.width, height: one.height + two.height };
    const beside = new DOMRect(0, 0, whole.width / 2, whole.height);
    const above = new DOMRect(0, 0, whole.width, whole.height / 2);
    const best = Math.max(areaIn(beside, ratio), areaIn(above, ratio));
    // In a low window the names have no room above each other.
    if (height > 400) expect(areaIn(one, ratio)).toBeGreaterThan(0.85 * best);
    expect(2 * areaIn(one, ratio)).toBeGreaterThan(0.12 * width * height);
  },
);

test.each([
  ['a desktop', 1440, 900],
  ['a phone', 390, 844],
] as const)(
  'D102 on %s what is said about the call stands above both videos',
  async (_name, width, height) => {
    await page.viewport(width, height);
    await show('two have lost each other');
    const said = page.getByRole('alert').filter({ hasText: 'do not see, hear or read each other any more' });
    await expect.element(said).toBeVisible();
    const notice = said.element().closest('[tabindex]') ?? expect.fail('no notice');
    const { bottom } = notice.getBoundingClientRect();
    const others = await places();
    const own = page.getByRole('figure', { name: 'Your video' }).element().getBoundingClientRect();
    for (const place of [...others, own]) expect(place.top).toBeGreaterThanOrEqual(bottom);
    for (const { height: left } of others) expect(left).toBeGreaterThan(60);
  },
);

test('D102 in Arabic the names of both users are read from right to left', async () => {
  await page.viewport(1440, 900);
  await show('together', 'ar');
  const heading = page.getByRole('heading', { level: 1 }).element();
  const words =
    document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode() ?? expect.fail('no words');
  const leftOf = (name: string): number => {
    const range = document.createRange();
    const start = words.textContent?.indexOf(name) ?? -1;
    range.setStart(words, start);
    range.setEnd(words, start + name.length);
    return range.getBoundingClientRect().left;
  };
  expect(leftOf('Bobby Berg')).toBeGreaterThan(leftOf('Carol Claesson'));
});
