import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import type { Scene } from './scene.ts';
import { scenes } from './scenes.ts';
import recorded from './testing/focus-order.txt?raw';
import { showScene } from './testing/show-scene.tsx';

const sizes: Readonly<Record<string, readonly [width: number, height: number]>> = {
  phone: [360, 640],
  desktop: [1440, 900],
};
const screens = [
  'login',
  'dial, faces',
  'in call, text of the shipped brand',
  'contacts, favourites first',
  'history',
  'messages',
  'settings, duringcalls/textformat',
];
/** More stops than any of these screens has. */
const MOST_STOPS = 120;

beforeAll(async () => void (await cdp().send('Accessibility.enable')));

/** The recorded stops of a screen: the indented lines below its heading. */
const stopsOf = (heading: string): readonly string[] =>
  recorded
    .split('\n\n')
    .map((block) => block.trimEnd().split('\n'))
    .find(([first]) => first === heading)
    ?.slice(1)
    .map((line) => line.trim()) ?? [];

/** Role and accessible name of the element with the focus, as Chromium tells them to a screen reader. */
async function focused(): Promise<string> {
  const { result } = await cdp().send('Runtime.evaluate', {
    expression: `(${(
      (): Element | null => {
        const frame = document.activeElement;
        return frame instanceof HTMLIFrameElement ? (frame.contentDocument?.activeElement ?? null) : frame;
      }
    ).toString()})()`,
  });
  const { nodes } = await cdp().send('Accessibility.getPartialAXTree', {
    objectId: result.objectId ?? '',
    fetchRelatives: false,
  });
  return `${nodes[0]?.role?.value}: ${nodes[0]?.name?.value}`;
}

/** An element at one end of the page, so that the keys begin and end inside the window of the test. */
function addEnd(place: 'prepend' | 'append'): HTMLButtonElement {
  const end = document.createElement('button');
  document.body[place](end);
  onTestFinished(() => end.remove());
  return end;
}

/** @param expected the stops that are recorded for this screen */
async function stopsByTab(scene: Scene, expected: readonly string[]): Promise<readonly string[]> {
  const { leave } = await showScene(scene, 'en');
  // It is drawn when the call has no more urgent work.
  if (expected.includes('separator: Width of the text'))
    await expect.element(page.getByRole('separator')).toBeInTheDocument();
  // The field of the dial page takes the focus when the page opens.
  if (scene.name.startsWith('dial')) await expect.poll(() => document.activeElement?.role).toBe('combobox');
  const [start, end] = [addEnd('prepend'), addEnd('append')];
  start.focus();
  const stops: string[] = [];
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await userEvent.keyboard('{Tab}');
    if (document.activeElement === end) break;
    stops.push(await focused());
  }
  await leave();
  return stops;
}

test.each(screens.flatMap((name) => Object.entries(sizes).map(([size, window]) => ({ name, size, window }))))(
  'WCAG 2.4.3 $name, $size: Tab reaches the controls in the recorded order, each by its accessible name',
  async ({ name, size, window }) => {
    await page.viewport(...window);
    const scene = scenes.find((candidate) => candidate.name === name) ?? expect.fail(`no ${name}`);
    const expected = stopsOf(`${name}, ${size}`);
    expect(await stopsByTab(scene, expected)).toEqual(expected);
  },
);
