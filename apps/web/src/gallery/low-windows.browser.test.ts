import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { scenes } from './scenes.ts';
import { showScene } from './testing/show-scene.tsx';

const phone = [360, 640] as const;
const landscape = [640, 360] as const;

async function open(name: string, window: readonly [number, number], pixels = 16) {
  await page.viewport(...window);
  const scene = scenes.find((candidate) => candidate.name === name) ?? expect.fail(`no ${name}`);
  return showScene(scene, 'en', pixels);
}

const boxOf = (element: Element): DOMRect => element.getBoundingClientRect();

/** Whether two controls share more than a pixel. */
function overlap(one: DOMRect, other: DOMRect): boolean {
  return (
    one.left < other.right - 1 &&
    other.left < one.right - 1 &&
    one.top < other.bottom - 1 &&
    other.top < one.bottom - 1
  );
}

test.each([phone, landscape])(
  'CALLSCR-05 D37 at %i × %i the field for the first words is complete above “Cancel”',
  async (...window) => {
    const { leave } = await open('CALLING', window);
    const field = boxOf(page.getByRole('textbox', { name: 'Write now' }).element());
    const cancel = boxOf(page.getByRole('button', { name: 'Cancel' }).element());
    expect(field.height).toBeGreaterThanOrEqual(48);
    expect(field.bottom).toBeLessThanOrEqual(cancel.top);
    await leave();
  },
);

test.each([
  [...landscape, 16],
  [...phone, 32],
] as const)(
  'WCAG 1.4.10 at %i × %i with letters of %i pixels no control of the text options covers another',
  async (width, height, pixels) => {
    const { leave } = await open('in call, text options', [width, height], pixels);
    const options = page.getByRole('group', { name: 'Text options' }).element();
    // The code of most of them is loaded when they are opened.
    const controls = () => [...options.querySelectorAll('button, label')];
    await expect.poll(() => controls().length, { timeout: 10_000 }).toBeGreaterThan(4);
    const boxes = controls().map(boxOf);
    const covered = boxes.filter((one, index) => boxes.slice(index + 1).some((other) => overlap(one, other)));
    expect(covered).toEqual([]);
    await leave();
  },
);

/** The elements whose own words have `part` and can be seen; what is for screen readers alone is one pixel wide. */
const shown = (part: string): Element[] =>
  [...document.querySelectorAll('main *')].filter((each) => {
    const words = [...each.childNodes].filter((node) => node instanceof Text).map(({ data }) => data);
    if (!words.join('').includes(part) || !each.checkVisibility({ visibilityProperty: true })) return false;
    for (let around: Element | null = each; around !== null; around = around.parentElement)
      if (around.getBoundingClientRect().width <= 1) return false;
    return true;
  });

test.each([
  [...phone, false],
  [...phone, true],
  [...landscape, false],
  [...landscape, true],
  [1440, 900, false],
  [1440, 900, true],
] as const)(
  'D32 D33 at %i × %i, pointer on the header: %s, it stands once that the other has no camera, and nothing covers it',
  async (width, height, isPointed) => {
    const { leave } = await open('in call, other camera and microphone missing', [width, height]);
    const place = isPointed ? page.getByRole('heading', { level: 1 }) : page.getByRole('textbox').first();
    await place.hover();
    await expect.poll(() => shown('no camera').length).toBe(1);
    const [camera] = shown('no camera').map(boxOf);
    if (camera === undefined) expect.fail('no words');
    for (const other of ['no microphone', 'Live text', '@'].flatMap(shown).map(boxOf))
      expect(overlap(camera, other)).toBe(false);
    // Screen readers read both in the header.
    const header = document.querySelector('main header')?.textContent;
    expect(header).toContain('no camera');
    expect(header).toContain('no microphone');
    await leave();
  },
);
