import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { QualitySummary } from '../../../client/quality/call-quality.ts';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { connections } from '../../../testing/connections.ts';

const CAROL = 'Carol Claesson';

async function show(what: string, width: number, height: number, quality?: QualitySummary) {
  await page.viewport(width, height);
  const scene = callScenes.find(({ name }) => name === `in call of three, ${what}`);
  const found = scene ?? expect.fail('no scene');
  const { leave } = await showScene(quality ? { ...found, quality } : found, 'en');
  onTestFinished(leave);
}

const tile = (name: string) => page.getByRole('region', { name, exact: true });

/** Where each text of an element that is not hidden stands, without what an ancestor clips to nothing. */
function textsIn(root: Element): readonly { readonly text: string; readonly place: DOMRect }[] {
  const found: { text: string; place: DOMRect }[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || !parent.checkVisibility()) continue;
    let isClipped = false;
    for (let each: Element | null = parent; each !== null && each !== root; each = each.parentElement)
      isClipped ||= getComputedStyle(each).clipPath !== 'none';
    const range = document.createRange();
    range.selectNodeContents(node);
    if (!isClipped) found.push({ text: node.textContent ?? '', place: range.getBoundingClientRect() });
  }
  return found;
}

const windows = [
  ['a small phone', 360, 640],
  ['a phone', 390, 844],
  ['a phone in landscape', 844, 390],
  ['a tablet', 768, 1024],
  ['a desktop', 1440, 900],
] as const;

test.each(
  windows.flatMap(([place, width, height]) =>
    (
      [
        ['one camera off', "Carol Claesson's camera is off"],
        ['one without contact', 'No contact with Carol Claesson. Your own connection works. Reconnecting…'],
        ['one on hold', 'Carol Claesson put the call on hold'],
      ] as const
    ).map(([what, words]) => ({ what, place, width, height, words })),
  ),
)(
  'D102 $what: on $place its words are on the picture once, and whole',
  async ({ what, width, height, words }) => {
    await show(what, width, height);
    await expect.poll(() => tile(CAROL).element().textContent).toContain(words);
    const region = tile(CAROL).element();
    const said = textsIn(region).filter(({ text }) => text === words);
    expect(said.map(({ text }) => text)).toEqual([words]);
    const [place] = said.map((each) => each.place);
    const frame = region.getBoundingClientRect();
    const name = textsIn(region).find(({ text }) => text === CAROL)?.place ?? expect.fail('no name');
    const clear = place ?? expect.fail('no words');
    expect(clear.top).toBeGreaterThanOrEqual(name.bottom - 1);
    expect(clear.bottom).toBeLessThanOrEqual(frame.bottom + 1);
    expect(clear.left).toBeGreaterThanOrEqual(frame.left - 1);
    expect(clear.right).toBeLessThanOrEqual(frame.right + 1);
  },
);

test.each(windows)('D102 on %s each user is named once on the picture', async (_place, width, height) => {
  await show('all that can be off', width, height);
  await expect.element(tile(CAROL)).toBeVisible();
  expect(textsIn(tile(CAROL).element()).filter(({ text }) => text === CAROL)).toHaveLength(1);
});

test.each([
  ['while the third user is called', 'calling', 0],
  ['while there are three', 'together', 0],
  ['after the third user was not reached', 'not reached', 1],
] as const)('D102 D84 %s (%s) the call has %i buttons that hold it', async (_name, what, count) => {
  await show(what, 1440, 900);
  await expect.element(page.getByRole('button', { name: 'Hang up' })).toBeVisible();
  expect(page.getByRole('button', { name: 'Hold' }).all()).toHaveLength(count);
});

test('D102 WCAG 4.1.3 a screen reader says whose connection is poor', async () => {
  await show('together', 1440, 900, connections.poor);
  for (const name of ['Bobby Berg', CAROL])
    await expect
      .element(
        tile(name)
          .getByRole('status')
          .filter({ hasText: `${name}: Poor connection` }),
      )
      .toBeInTheDocument();
});
