import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';

async function show(name: string, pixels = 16) {
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
  const client = scene.client ?? expect.fail('no call');
  const isSmallScreen = window.innerWidth < 800;
  const { leave } = await showScene({ ...scene, client: { ...client, isSmallScreen } }, 'en', pixels);
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
    await show('in call of three, together');
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
  ['letters of 16', 16, 1],
  ['letters of 32', 32, 0.5],
])(
  'D102 on a phone the question whether a third user may join has room for its words, with %s',
  async (_name, pixels, share) => {
    await page.viewport(360, 640);
    await show('in call of three, question', pixels);
    const agree = page.getByRole('button', { name: 'Let them join' });
    await expect.element(agree).toBeInTheDocument();
    const words = page
      .getByText(/has invited/)
      .element()
      .closest('[role=status]');
    const frame = document.querySelector('main header')?.parentElement?.getBoundingClientRect();
    const { top, bottom } = words?.getBoundingClientRect() ?? expect.fail('no question');
    const inSight = (Math.min(bottom, frame?.bottom ?? 0) - top) / (bottom - top);
    expect(inSight).toBeGreaterThanOrEqual(share - 0.01);
    // The newest text and its field stay in sight.
    await expect.element(page.getByRole('textbox')).toBeInViewport({ ratio: pixels === 16 ? 1 : 0.3 });
  },
);
