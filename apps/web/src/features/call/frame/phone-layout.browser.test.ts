import type { ClientState } from '@samtal/call-core';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type { Scene } from '../../../gallery/scene.ts';
import { callScenes, scenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import type { Language } from '../../../i18n/index.ts';
import { inCall, perCall, statuses } from '../../../testing/call-states.ts';

/** The font size of the browser's settings. Unlike a larger root element, it also changes media queries in rem. */
const setFontSize = (standard: number) => cdp().send('Page.setFontSizes', { fontSizes: { standard } });

beforeAll(() => cdp().send('Page.enable'));

/** A page that a call hides does not load the code of the button: another one does so before. */
async function loadEmergencyButton(): Promise<void> {
  const dial = scenes.find(({ name }) => name === 'dial, emergency button') ?? expect.fail();
  await (await showScene(dial, 'en')).leave();
}

type Changes = Partial<Pick<Scene, 'client' | 'session'>> & {
  readonly letters?: number;
  readonly language?: Language;
};

async function show(
  name: string,
  height: number,
  { letters = 16, language = 'en', client, session }: Changes = {},
): Promise<void> {
  onTestFinished(async () => void (await setFontSize(16)));
  await page.viewport(360, height);
  await setFontSize(letters);
  if (session !== undefined) await loadEmergencyButton();
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail(`no ${name}`);
  const { leave } = await showScene(
    { ...scene, ...(client && { client }), ...(session && { session }) },
    language,
    letters,
  );
  document.documentElement.style.fontSize = '';
  onTestFinished(leave);
}

/** The session of a user who has the button for emergency calls. */
const withEmergency =
  scenes
    .filter(({ name }) => name === 'settings, address that is not sent')
    .map(({ session }) => (session?.phase === 'signedIn' ? session : expect.fail()))[0] ?? expect.fail();

/** How many pixels of `element` the window or a box around it cuts off. */
function cutOff(element: Element): number {
  const { top, bottom } = element.getBoundingClientRect();
  const boxes = [{ top: 0, bottom: innerHeight }];
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (around !== document.body && getComputedStyle(around).overflowY !== 'visible')
      boxes.push(around.getBoundingClientRect());
  return Math.round(Math.max(0, ...boxes.flatMap((box) => [box.top - top, bottom - box.bottom])));
}

/** Whether another element lies over the first or the last line of `element`. */
function isCovered(element: Element): boolean {
  const { left, top, width, bottom } = element.getBoundingClientRect();
  return [top + 4, bottom - 4].some(
    (line) => !element.contains(document.elementFromPoint(left + width / 2, line)),
  );
}

/** Names of the elements that are cut off, with the number of pixels that are missing. */
const cutAmong = (elements: Iterable<Element>) =>
  [...elements]
    .map((element) => [element.textContent, cutOff(element)] as const)
    .filter(([, pixels]) => pixels > 1);

/** The state of a call with a user whose name is long. */
function withLongName(state: ClientState): ClientState {
  const { call } = state;
  if (!('call' in call)) return expect.fail('no call');
  const remoteUser = { ...call.call.remoteUser, displayName: 'Emergency call (demo)' };
  return { ...state, call: { ...call, call: { ...call.call, remoteUser } } };
}

/** The buttons of the notices, which stand after the header. */
const answersOf = () => document.querySelectorAll('main header + div button');

test.each(
  (['en', 'de'] as const).flatMap((language) =>
    [
      'in call, second caller can read a message',
      'in call, second call replaces',
      'in call, asked to call another person, question',
    ].map((scene) => [scene, language] as const),
  ),
)('D85 D101 at 360 × 640 in "%s" in "%s" all answers are in sight', async (scene, language) => {
  await show(scene, 640, { language });
  await page.getByRole('button').last().hover();
  await expect.poll(() => answersOf().length).toBeGreaterThan(1);
  expect(cutAmong(answersOf())).toEqual([]);
});

test('D85 a pointer on the header does not move the answers to a second caller', async () => {
  await show('in call, second caller can read a message', 640);
  await page.getByRole('button').last().hover();
  await expect.poll(() => answersOf().length).toBe(4);
  const places = () => [...answersOf()].map((button) => button.getBoundingClientRect().top);
  const before = places();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => document.querySelector('header:hover')).not.toBeNull();
  expect(places()).toEqual(before);
});

test.each([
  [16, 'en'],
  [16, 'de'],
  [32, 'en'],
] as const)(
  'CALLSCR-05 WCAG 1.4.4 at 360 × 640 with letters of %i pixels in "%s" the words below the field are complete',
  async (letters, language) => {
    const client = letters === 16 ? withLongName(statuses.CALLING) : statuses.CALLING;
    await show('CALLING', 640, { letters, language, client, session: withEmergency });
    const field = page.getByRole('textbox').element();
    const hint = document.getElementById(field.getAttribute('aria-describedby') ?? '') ?? expect.fail();
    expect(cutAmong([field, hint])).toEqual([]);
    expect([field, hint].map(isCovered)).toEqual([false, false]);
  },
);

test.each(['en', 'de'] as const)(
  'INCALL-07 at 360 × 640 in "%s" the buttons of "More" show their words, and the header is one line',
  async (language) => {
    const { settings, ...call } = inCall({ takesTransfers: true }, { isMoreVisible: true });
    const on = { mayTransfer: true, threePeople: true } as const;
    const client: ClientState = { ...call, settings: settings && { ...settings, ...on } };
    const { features, ...rest } = withEmergency;
    const session = {
      ...rest,
      features: { ...features, hold: true, screenSharing: true, transfer: true, threePeople: true },
    };
    await show('in call, more', 640, { language, client, session });
    const labels = [...document.querySelectorAll('[role=toolbar] [role=group] button > :last-child')];
    expect(labels.length).toBeGreaterThan(12);
    expect(cutAmong(labels)).toEqual([]);
    // By force: over a header that is one line for certain the pointer may find the video.
    await page.getByRole('heading', { level: 1 }).hover({ force: true });
    expect(cutAmong([page.getByText(/^\d+:\d{2}/).element()])).toEqual([]);
  },
);

test.each([640, 740, 844])('CALLSCR-01 at 360 × %i the address of the caller is complete', async (height) => {
  const client = withLongName(perCall(statuses.INCOMING_CALL));
  await show('incoming, media per call', height, { client, session: withEmergency });
  await expect.element(page.getByRole('button', { name: 'Reject with a message' })).toBeVisible();
  const address = document.querySelector('[id$="-address"]') ?? expect.fail();
  expect(cutAmong([address])).toEqual([]);
  expect(isCovered(address)).toBe(false);
});
