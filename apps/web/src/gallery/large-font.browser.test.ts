import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { inCall } from '../testing/call-states.ts';
import type { Scene } from './scene.ts';
import { callScenes, scenes } from './scenes.ts';
import { showScene } from './testing/show-scene.tsx';

/** The font size of the browser's settings. Unlike a larger root element, it also changes media queries in rem. */
const setFontSize = (standard: number) => cdp().send('Page.setFontSizes', { fontSizes: { standard } });

beforeAll(async () => void (await cdp().send('Page.enable')));

const scene = callScenes.find(({ name }) => name === 'in call, text of the shipped brand');

/** The vertical centres of elements, in pixels from the top of the window: one for each row. */
const rowsOf = (elements: readonly Element[]): ReadonlySet<number> =>
  new Set(
    elements
      .map((element) => element.getBoundingClientRect())
      .map(({ top, height }) => Math.round(top + height / 2)),
  );

test.each([
  [360, 640],
  [390, 844],
])(
  'WCAG 1.4.4 at %i × %i with twice the font size the call controls are one row, and the own text is not cut',
  async (width, height) => {
    if (scene === undefined) return expect.fail('no such scene');
    onTestFinished(async () => void (await setFontSize(16)));
    await page.viewport(width, height);
    await setFontSize(32);
    const { leave } = await showScene(scene, 'en', 32);
    document.documentElement.style.fontSize = '';
    const toolbar = page.getByRole('toolbar', { name: 'Call controls' });
    await expect.poll(() => rowsOf(toolbar.getByRole('button').elements()).size).toBe(1);
    const field = page.getByRole('textbox', { name: 'Your text' }).element().getBoundingClientRect();
    expect(field.bottom).toBeLessThanOrEqual(toolbar.element().getBoundingClientRect().top);
    await leave();
  },
);

const sceneOf = (name: string): Scene =>
  [...scenes, ...callScenes].find((each) => each.name === name) ?? expect.fail(`no ${name}`);

/** Shows a scene with twice the font size in a window of a phone. */
async function openLarge(shown: string | Scene, width: number, height: number) {
  onTestFinished(async () => void (await setFontSize(16)));
  await page.viewport(width, height);
  await setFontSize(32);
  const { leave } = await showScene(typeof shown === 'string' ? sceneOf(shown) : shown, 'en', 32);
  document.documentElement.style.fontSize = '';
  return leave;
}

test.each([
  [360, 640],
  [390, 844],
])(
  'CALLSCR-01 WCAG 1.4.4 at %i × %i with twice the font size no answer to a call is cut at the sides',
  async (width, height) => {
    const leave = await openLarge('incoming, media per call', width, height);
    const buttons = page.getByRole('alertdialog').getByRole('button');
    await expect.poll(() => buttons.elements().length).toBe(4);
    for (const button of buttons.elements()) {
      const { left, right } = button.getBoundingClientRect();
      expect([left >= 0, right <= width]).toEqual([true, true]);
      expect(button.scrollWidth).toBeLessThanOrEqual(button.clientWidth + 1);
    }
    await leave();
  },
);

test.each([
  [360, 640],
  [390, 844],
])(
  'D85 WCAG 1.4.4 at %i × %i with twice the font size and open text the answers to a second caller are in sight',
  async (width, height) => {
    for (const name of ['in call, second caller can read a message', 'in voice call, second call rings']) {
      const leave = await openLarge(name, width, height);
      const caller = page.getByRole('region', { name: /is calling too/ });
      const buttons = caller.getByRole('button');
      await expect.poll(() => buttons.elements().length).toBeGreaterThan(2);
      for (const button of buttons.elements().slice(0, 2)) {
        const { left, top, width: wide, height: high } = button.getBoundingClientRect();
        const seen = document.elementFromPoint(left + wide / 2, top + high / 2);
        expect([button.textContent, button.contains(seen)]).toEqual([button.textContent, true]);
      }
      await leave();
    }
  },
);

/** Whether a press in the middle of the button reaches it. */
function isInSight(button: Element): boolean {
  const { left, top, width, height } = button.getBoundingClientRect();
  return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

/** The scene of a question, in a call without video. */
function question(): Scene {
  const scene = sceneOf('in call, asked to call another person, question');
  const { call } = inCall({ video: false });
  return { ...scene, client: { ...(scene.client ?? expect.fail('no call')), call } };
}

test.each([
  [360, 640, 'in voice call, second call waits', ['Switch to Carol Claesson']],
  [390, 844, 'in voice call, second call waits', ['Switch to Carol Claesson']],
  [390, 844, question(), ['Call carol@demo.example', 'Stay']],
] as const)(
  'D85 D87 WCAG 1.4.4 at %i × %i with twice the font size a voice call shows the buttons of its notices: %s',
  async (width, height, scene, names) => {
    const leave = await openLarge(scene, width, height);
    for (const name of names) {
      const button = page.getByRole('button', { name });
      await expect.element(button).toBeInTheDocument();
      await expect.poll(() => isInSight(button.element())).toBe(true);
    }
    await leave();
  },
);

test('WCAG 1.4.4 at 390 × 844 with twice the font size the word of a button that is off leaves its icon in sight', async () => {
  const leave = await openLarge('in call, microphone and camera off', 390, 844);
  const sign = page.getByRole('button', { name: 'Microphone' }).element().querySelector('[data-state]');
  const shown = sign ?? expect.fail('no word');
  const high = Number.parseFloat(getComputedStyle(shown, '::after').height);
  expect(high).toBeGreaterThan(0);
  expect(high).toBeLessThan(shown.getBoundingClientRect().height * 0.45);
  await leave();
});

/** A scene in which the remote user has a name of several lines. */
function named(name: string): Scene {
  const scene = sceneOf(name);
  const { client } = scene;
  if (client === undefined || !('call' in client.call)) return expect.fail('no call');
  const remoteUser = { ...client.call.call.remoteUser, displayName: 'Maria-Theresia von Hohenberg' };
  const call = { ...client.call, call: { ...client.call.call, remoteUser } } as typeof client.call;
  return { ...scene, client: { ...client, call } };
}

/** The lines of the headline that are out of sight, from the top of the window. */
function cutLines(heading: Element): readonly number[] {
  const words = document.createRange();
  words.selectNodeContents(heading);
  return [...words.getClientRects()]
    .filter(({ left, top, width, height }) => {
      const isSeen = [3, height / 2, height - 6].every((down) =>
        heading.contains(document.elementFromPoint(left + width / 2, top + down)),
      );
      return width > 1 && !isSeen;
    })
    .map(({ top }) => Math.round(top));
}

test.each([
  ['CALLING', 360, 640],
  ['INCOMING_CALL', 360, 640],
  ['incoming, media per call', 360, 640],
  ['incoming, into a call of three', 360, 640],
  ['CALLING', 360, 420],
  ['incoming, media per call', 360, 560],
])(
  'CALLSCR-01 CALLSCR-05 WCAG 1.4.4 with twice the font size the scene “%s” at %i × %i begins with the whole headline',
  async (name, width, height) => {
    const leave = await openLarge(named(name), width, height);
    const heading = page.getByRole('heading', { level: 1 });
    await expect.element(heading).toBeVisible();
    expect(cutLines(heading.element())).toEqual([]);
    await leave();
  },
);
