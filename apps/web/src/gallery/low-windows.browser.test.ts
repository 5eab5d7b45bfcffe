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
