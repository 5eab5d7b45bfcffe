import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { scenes } from '../../../gallery/scenes.ts';
import { showScene } from '../../../gallery/testing/show-scene.tsx';
import { endedByUser } from '../../../testing/call-states.ts';

const long = scenes.find(({ name }) => name === 'messages, a thousand') ?? expect.fail('no scene');

test.each([
  [1024, 768],
  [1280, 800],
])(
  'CALLSCR-13 at %i × %i the notice stays in sight above a list that is scrolled, and covers no heading of it',
  async (width, height) => {
    await page.viewport(width, height);
    const { leave } = await showScene({ ...long, client: endedByUser }, 'en');
    onTestFinished(leave);
    const boxOf = (element: Element) => element.getBoundingClientRect();
    const notice =
      page.getByRole('button', { name: 'Call again' }).element().closest('section') ?? expect.fail();
    window.scrollTo(0, 3000);
    await expect.poll(() => window.scrollY).toBe(3000);
    expect(boxOf(notice).top).toBe(0);
    expect(boxOf(notice).height).toBeLessThanOrEqual(0.15 * height);
    await expect
      .poll(() => document.elementFromPoint(width / 2, boxOf(notice).bottom + 4)?.closest('main'))
      .not.toBeNull();
    await page.getByRole('button', { name: 'Close this notice' }).click();
    expect(document.documentElement.style.getPropertyValue('--notice-above')).toBe('');
  },
);

test('CALLSCR-13 on a phone the notice scrolls away with the page', async () => {
  await page.viewport(360, 640);
  const { leave } = await showScene({ ...long, client: endedByUser }, 'en');
  onTestFinished(leave);
  const notice =
    page.getByRole('button', { name: 'Call again' }).element().closest('section') ?? expect.fail();
  expect(notice.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  window.scrollTo(0, 3000);
  await expect.poll(() => notice.getBoundingClientRect().bottom).toBeLessThan(0);
});

const scene = scenes.find(({ name }) => name === 'after the own hang-up') ?? expect.fail('no scene');

test.each([
  [360, 640, 16],
  [360, 640, 32],
  [1440, 900, 16],
] as const)(
  'CALLSCR-13 D3 at %i × %i with letters of %i pixels the text after the own hang-up is opened, read and copied by keys',
  async (width, height, letters) => {
    await page.viewport(width, height);
    const { leave } = await showScene(scene, 'en', letters);
    onTestFinished(leave);
    page.getByRole('button', { name: 'Show the text' }).element().focus();
    await userEvent.keyboard('{Enter}');
    const log = page.getByRole('log');
    await expect.element(log).toBeInTheDocument();
    const { left, top, right, bottom } = log.element().getBoundingClientRect();
    expect(top).toBeLessThan(innerHeight);
    expect(bottom).toBeGreaterThan(0);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(innerWidth);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(innerWidth);
    const reached: string[] = [];
    for (let stop = 0; stop < 8; stop++) {
      await userEvent.keyboard('{Tab}');
      const { activeElement } = document;
      reached.push(activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '');
      const rect = activeElement?.getBoundingClientRect() ?? new DOMRect();
      expect(rect.top).toBeLessThan(innerHeight);
      expect(rect.bottom).toBeGreaterThan(0);
      if (reached.at(-1) === 'Copy the whole conversation') break;
    }
    expect(reached).toEqual(expect.arrayContaining(['Shared text', 'Copy the whole conversation']));
  },
);

const isApart = (one: DOMRect, other: DOMRect): boolean =>
  one.left >= other.right - 1 ||
  other.left >= one.right - 1 ||
  one.top >= other.bottom - 1 ||
  other.top >= one.bottom - 1;

test.each([
  [16, 'en'],
  [16, 'de'],
  [32, 'en'],
] as const)(
  'CALLSCR-13 WCAG 1.4.10 with letters of %i pixels in "%s" the sentence of the notice has room in every window',
  async (letters, language) => {
    const { leave } = await showScene(scene, language, letters);
    onTestFinished(leave);
    const notice = document.querySelector('section[aria-labelledby]') ?? expect.fail();
    const sentence = notice.querySelector('p') ?? expect.fail();
    const roomIn = async (width: number): Promise<number> => {
      await page.viewport(width, 800);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
      const boxes = [sentence, ...notice.querySelectorAll('button')]
        .map((each) => each.getBoundingClientRect())
        .filter((box) => box.width > 0);
      expect(boxes.every((box, place) => boxes.slice(place + 1).every((other) => isApart(box, other)))).toBe(
        true,
      );
      return sentence.getBoundingClientRect().width;
    };
    // Half the window, or about thirty letters.
    for (const width of [320, 360, 640, 700, 768, 820, 900, 1023, 1024, 1280, 1440])
      expect([width, await roomIn(width)]).toEqual([width, expect.toSatisfy(isEnough(width, letters))]);
  },
);

const isEnough = (width: number, letters: number) => (room: number) =>
  room >= Math.min(width / 2, 15 * letters);

test.each([
  [640, 360],
  [844, 390],
  [740, 360],
])(
  'CALLSCR-13 at %i × %i, a phone in landscape, the focus of the dial page leaves the sentence in sight',
  async (width, height) => {
    await page.viewport(width, height);
    const { leave } = await showScene(scene, 'en');
    onTestFinished(leave);
    await expect.element(page.getByRole('textbox', { name: 'Number or name' })).toHaveFocus();
    const sentence = page.getByText(/^You ended the call with/).element();
    expect(sentence.getBoundingClientRect().top).toBeGreaterThanOrEqual(0);
  },
);

test.each([
  [844, 390],
  [740, 360],
])('CALLSCR-13 at %i × %i the notice leaves the field of the dial page free', async (width, height) => {
  await page.viewport(width, height);
  const { leave } = await showScene(scene, 'en');
  onTestFinished(leave);
  const field = page.getByRole('textbox', { name: 'Number or name' });
  await expect.element(field).toHaveFocus();
  const { left, top, bottom } = field.element().getBoundingClientRect();
  expect(document.elementFromPoint(left + 40, (top + bottom) / 2)).toBe(field.element());
});
