import type { ClientState } from '@samtal/call-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type { AlertEntry } from '../../../client/alerts/alerts.ts';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { inCall, onHold, withSecond } from '../../../testing/call-states.ts';

/** The font size of the browser's settings. Unlike a larger root element, it also changes media queries in rem. */
const setFontSize = (standard: number) => cdp().send('Page.setFontSizes', { fontSizes: { standard } });

beforeAll(async () => void (await cdp().send('Page.enable')));

const alert: AlertEntry = {
  id: 'permissionError',
  type: 'danger',
  message: { key: 'error.requestedDeviceNotFound' },
};
const carol = { address: 'carol@demo.example' };
const transfer = { side: 'own', callId: '1', phase: 'failed', target: carol, status: 480 } as const;

type Window = readonly [width: number, height: number, letters: number];

async function show(name: string, [width, height, letters]: Window, changes: object): Promise<void> {
  onTestFinished(async () => void (await setFontSize(16)));
  await page.viewport(width, height);
  await setFontSize(letters);
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail(`no ${name}`);
  const { leave } = await showScene({ ...scene, ...changes }, 'en', letters);
  document.documentElement.style.fontSize = '';
  onTestFinished(leave);
}

/** Whether the element can be pressed in its middle, and everywhere but at its edge. */
function isClear(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return [0.1, 0.5, 0.9].every((part) =>
    element.contains(document.elementFromPoint(left + width * part, top + height * part)),
  );
}

const phones: readonly Window[] = [
  [360, 640, 32],
  [390, 844, 32],
  [360, 640, 16],
];
const held = onHold({ isOwn: true, isOwnAgreed: true });
const heldVoice = onHold({ isOwn: true, isOwnAgreed: true }, { video: false });

test.each(
  phones.flatMap((window) =>
    (
      [
        ['an alert', { client: held, alerts: [alert] }],
        ['an alert in a voice call', { client: heldVoice, alerts: [alert] }],
        ['a transfer', { client: { ...held, transfer } }],
        ['a transfer and an alert', { client: { ...held, transfer }, alerts: [alert] }],
        ['a call that waits', { client: withSecond('waits', held) }],
        ['a call that has ended', { client: withSecond('over', held) }],
      ] satisfies readonly (readonly [string, { client: ClientState; alerts?: readonly AlertEntry[] }])[]
    ).map(([what, changes]) => ({ window, what, changes })),
  ),
)(
  'D84 WCAG 1.4.4 at $window the button that resumes the call is free beside $what',
  async ({ window, changes }) => {
    await show('in call, on hold by own', window, changes);
    const button = page.getByRole('button', { name: 'Resume the call' });
    await expect.element(button).toBeInTheDocument();
    expect(isClear(button.element())).toBe(true);
  },
);

/** Where the words of an element stand. */
function wordsOf(element: Element): DOMRect {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect();
}

const isApart = (one: DOMRect, other: DOMRect): boolean =>
  one.left >= other.right - 1 ||
  one.right <= other.left + 1 ||
  one.top >= other.bottom - 1 ||
  one.bottom <= other.top + 1;

test.each(
  (
    [
      [360, 640, 16],
      [390, 844, 16],
      [844, 390, 16],
      [768, 1024, 16],
      [1280, 800, 16],
      [1440, 900, 16],
      [390, 844, 32],
    ] as const
  ).flatMap((window) =>
    (
      [
        ['in call, video, missing devices', { client: inCall() }],
        ['in call, transfer failed', {}],
        ['in call of three, together', { alerts: [alert] }],
      ] as const
    ).map(([scene, changes]) => ({ window, scene, changes })),
  ),
)('NAV-19 D102 at $window in "$scene" no notice lies over a name', async ({ window, scene, changes }) => {
  await show(scene, window, changes);
  const notices = [...document.querySelectorAll('[role=alert], [role=status]')]
    // The live region of a notice is all of it, or its words alone.
    .map((region) => region.closest('[tabindex]') ?? region)
    .filter((each) => each.querySelector('svg') !== null && each.querySelector('button') !== null);
  expect(notices.length).toBeGreaterThan(0);
  const names = [
    page.getByRole('heading', { level: 1 }).element(),
    ...document.querySelectorAll('section > div > bdi'),
  ];
  for (const name of names)
    for (const notice of notices)
      expect([name.textContent, isApart(wordsOf(name), notice.getBoundingClientRect())]).toEqual([
        name.textContent,
        true,
      ]);
});
