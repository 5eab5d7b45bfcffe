import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { callScenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import type { Language } from '../../../i18n/index.ts';

async function show(name: string, language: Language = 'en', pixels = 16) {
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
  const { leave } = await showScene(scene, language, pixels);
  onTestFinished(leave);
}

/** Shows a scene with the buttons of "More". */
async function showMore(name: string, isSmallScreen = false) {
  const scene = callScenes.find((each) => each.name === name) ?? expect.fail('no scene');
  const client = scene.client ?? expect.fail('no call');
  const { leave } = await showScene(
    { ...scene, client: { ...client, isSmallScreen, panels: { ...client.panels, isMoreVisible: true } } },
    'en',
  );
  onTestFinished(leave);
}

const boxOf = (element: Element | null | undefined): DOMRect =>
  (element ?? expect.fail('not there')).getBoundingClientRect();
/** The places of the shared screen and of the video of the other user. */
async function places() {
  const screen = page.getByRole('group', { name: 'Screen of Bobby Berg' });
  await expect.element(screen).toBeVisible();
  const groups = [...document.querySelectorAll('main [role=group][tabindex="0"]')];
  const face = groups.find((each) => each !== screen.element());
  return {
    screen: boxOf(screen.element()),
    face: face === undefined ? undefined : boxOf(face),
    header: boxOf(document.querySelector('main header')),
    picture: boxOf(document.querySelector('main header')?.parentElement),
  };
}

const overlaps = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right - 1 &&
  other.left < one.right - 1 &&
  one.top < other.bottom - 1 &&
  other.top < one.bottom - 1;

test.each([
  ['a desktop', 1280, 800, 16],
  ['a phone in landscape', 740, 360, 16],
  ['a phone', 360, 640, 16],
  ['a phone with text of 200 %', 360, 640, 32],
])(
  'D88 on %s the screen is larger than the video beside it, and it does not cover it',
  async (_name, width, height, pixels) => {
    await page.viewport(width, height);
    await show('in call, the other shares a screen, ownSmall', 'en', pixels);
    const { screen, face, header, picture } = await places();
    expect(face).toBeDefined();
    if (face === undefined) return;
    expect(screen.width * screen.height).toBeGreaterThan(1.5 * face.width * face.height);
    expect(overlaps(screen, face)).toBe(false);
    // With such large letters the header covers a part, as that of a video does.
    if (pixels === 16) expect(overlaps(screen, header)).toBe(false);
    for (const box of [screen, face]) {
      expect(box.left).toBeGreaterThanOrEqual(picture.left - 1);
      expect(box.right).toBeLessThanOrEqual(picture.right + 1);
      expect(box.bottom).toBeLessThanOrEqual(picture.bottom + 1);
      expect(Math.min(box.width, box.height)).toBeGreaterThan(20);
    }
  },
);

test('D88 I18N-05 in right-to-left the screen is at the right', async () => {
  await page.viewport(1280, 800);
  await show('in call, the other shares a screen, ownSmall', 'ar');
  const screen = boxOf(document.querySelector('main [role=group][tabindex="0"]'));
  const { right } = boxOf(document.querySelector('main header')?.parentElement);
  expect(screen.right).toBeCloseTo(right, 0);
});

test('D88 the toggles of the videos make the screen the smaller one, or both the same', async () => {
  await page.viewport(1280, 800);
  await show('in call, the other shares a screen, otherSmall');
  const small = await places();
  expect(small.screen.width).toBeLessThan(small.face?.width ?? 0);
});

test('D88 videos side by side: screen and video are the same', async () => {
  await page.viewport(1280, 800);
  await show('in call, the other shares a screen, sideBySide');
  const { screen, face } = await places();
  expect(Math.abs(screen.width - (face?.width ?? 0))).toBeLessThan(4);
});

test('D88 in a voice call the screen has the whole place, is named, and is enlarged by keys', async () => {
  await page.viewport(1280, 800);
  await show('in voice call, the other shares a screen');
  const { screen, picture } = await places();
  expect(screen.width).toBeCloseTo(picture.width, 0);
  const said = page.getByRole('status').filter({ hasText: 'Bobby Berg shares the screen' });
  await expect.element(said).toBeVisible();
  const group = page.getByRole('group', { name: 'Screen of Bobby Berg' });
  (group.element() as HTMLElement).focus();
  await userEvent.keyboard('+');
  await expect.poll(() => group.element().querySelector('video')?.style.transform).toContain('scale(1.25)');
  expect(getComputedStyle(group.element().querySelector('video') ?? expect.fail('no video')).objectFit).toBe(
    'contain',
  );
});

test.each([16, 32])(
  'D88 the user who shares reads it, and can end it, with letters of %i pixels',
  async (letters) => {
    await page.viewport(360, 640);
    await show('in call, own screen shared', 'en', letters);
    await expect.element(page.getByText(/^You share your screen with/)).toBeVisible();
    const stop = page.getByRole('button', { name: 'Stop sharing' });
    await expect.element(stop).toBeInViewport({ ratio: 1 });
    const { height } = stop.element().getBoundingClientRect();
    expect(height).toBeGreaterThanOrEqual(44);
  },
);

test('D88 a choice that has not been made is cancelled, not stopped', async () => {
  await page.viewport(1280, 800);
  await show('in call, own screen choosing');
  await expect.element(page.getByRole('button', { name: 'Cancel', exact: true })).toBeVisible();
});

test('D88 the other end reads that a screen is not shared any more after a reload of its page', async () => {
  await page.viewport(1280, 800);
  await show('in call, the page of the other who shared was loaded again');
  await expect
    .element(page.getByRole('status').filter({ hasText: /^The screen of Bobby Berg is not/ }))
    .toBeVisible();
});

test.each([
  ['in call, own screen ended by hold', 'Share screen', true],
  ['in call, own screen refused', 'No screen sharing', false],
])('D88 “More” has the button to share (%s)', async (scene, name, isEnabled) => {
  await page.viewport(1280, 800);
  await showMore(scene);
  const button = page.getByRole('button', { name });
  await expect.element(button).toBeVisible();
  if (isEnabled) await expect.element(button).toBeEnabled();
  else await expect.element(button).toBeDisabled();
});

test('D88 on a tablet the buttons of “More” stand beside each other', async () => {
  await page.viewport(768, 1024);
  await showMore('in call, own screen ended by hold', true);
  const share = page.getByRole('button', { name: 'Share screen' });
  await expect.element(share).toBeVisible();
  const sheet = boxOf(share.element().closest('[role=group]'));
  expect(sheet.width).toBeGreaterThan(500);
  expect(sheet.height).toBeLessThan(300);
});
