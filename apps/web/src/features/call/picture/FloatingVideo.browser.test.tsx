import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { createMemoryStore, type MemoryStore } from '../../../testing/memory-store.ts';
import { FloatingVideo } from './FloatingVideo.tsx';
import { OwnVideo } from './OwnVideo.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(() => {
  document.documentElement.dir = 'ltr';
});

const nothing = () => {};
const frame = {
  containerType: 'size',
  display: 'grid',
  gridTemplateRows: '0 500px',
  inlineSize: '380px',
  blockSize: '500px',
} as const;

async function show(store: MemoryStore = createMemoryStore(), isCameraOn = true) {
  const onSwap = vi.fn();
  const selfView = (
    <FloatingVideo label="Your video" store={store} onSwap={onSwap}>
      <OwnVideo isCameraOn={isCameraOn} attachLocal={nothing} />
    </FloatingVideo>
  );
  const screen = await render(selfView, {
    wrapper: ({ children }) => (
      <>
        <div style={frame} data-testid="picture">
          {children}
        </div>
        <textarea aria-label="Your text" />
      </>
    ),
  });
  const figure = screen.getByRole('figure', { name: 'Your video' }).element() as HTMLElement;
  const area = figure.parentElement ?? expect.fail('no area');
  const box = () => figure.getBoundingClientRect();
  const room = () => area.getBoundingClientRect();
  return { screen, figure, box, room, store, onSwap };
}

const centreOf = ({ left, top, width, height }: DOMRect) => ({
  clientX: left + width / 2,
  clientY: top + height / 2,
});

type Way = {
  readonly right: number;
  readonly down: number;
  readonly pointerType: string;
  readonly end?: string;
};

/** Presses a pointer on `element`, moves it and releases it, with the events that a browser sends. */
function drag(element: Element, { right, down, pointerType, end = 'pointerup' }: Way): void {
  const { clientX, clientY } = centreOf(element.getBoundingClientRect());
  // Scripted pointers cannot be captured; events dispatched on the element itself need no capture.
  element.setPointerCapture = nothing;
  const send = (type: string, part: number) =>
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        cancelable: true,
        pointerId: 7,
        pointerType,
        clientX: clientX + right * part,
        clientY: clientY + down * part,
      }),
    );
  send('pointerdown', 0);
  send('pointermove', 0.5);
  send('pointermove', 1);
  send(end, 1);
}

test.each(['mouse', 'touch', 'pen'])(
  'INCALL-02 a %s drag moves the self view, and it stays there',
  async (pointerType) => {
    const { figure, box } = await show();
    const before = box();
    drag(figure, { right: -120, down: -150, pointerType });
    await expect.poll(() => Math.round(box().left - before.left)).toBe(-120);
    expect(Math.round(box().top - before.top)).toBe(-150);
    expect(getComputedStyle(figure).touchAction).toBe('none');
  },
);

test('INCALL-02 a drag with a real mouse leaves the focus in the text field', async () => {
  const { screen, figure, box, room } = await show();
  const field = screen.getByRole('textbox', { name: 'Your text' });
  await field.click();
  await userEvent.dragAndDrop(figure, screen.getByTestId('picture'), { targetPosition: { x: 70, y: 70 } });
  await expect.poll(() => box().left).toBe(room().left);
  expect(box().top).toBe(room().top);
  await expect.element(field).toHaveFocus();
});

test('INCALL-02 a first tap shows the buttons and presses none', async () => {
  const { figure } = await show();
  const actions = figure.querySelector('button')?.parentElement ?? expect.fail('no buttons');
  const looks = () => [getComputedStyle(actions).opacity, getComputedStyle(actions).pointerEvents];
  await userEvent.hover(document.querySelector('textarea') ?? expect.fail('no field'));
  expect(looks()).toEqual(['0', 'none']);
  figure.focus();
  expect(looks()).toEqual(['1', 'auto']);
});

test('INCALL-02 the self view never leaves the video, and snaps to a near corner', async () => {
  const { figure, box, room } = await show();
  drag(figure, { right: -4000, down: 4000, pointerType: 'mouse' });
  await expect.poll(() => box().left).toBe(room().left);
  expect(Math.round(box().bottom)).toBe(Math.round(room().bottom));
  drag(figure, { right: 20, down: -20, pointerType: 'mouse' });
  await expect.poll(() => box().left).toBe(room().left);
  expect(Math.round(box().bottom)).toBe(Math.round(room().bottom));
});

test('INCALL-02 a cancelled pointer moves nothing', async () => {
  const { figure, box, store } = await show();
  const before = box();
  drag(figure, { right: -120, down: -150, pointerType: 'touch', end: 'pointercancel' });
  await expect.poll(() => box().left).toBe(before.left);
  expect(store.entries.size).toBe(0);
});

test('INCALL-02 WCAG 2.5.7 arrow keys and a button do the same as a drag', async () => {
  const { screen, figure, box, room } = await show();
  figure.focus();
  const before = box();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowUp}');
  await expect.poll(() => Math.round(box().left - before.left)).toBe(-48);
  expect(Math.round(box().top - before.top)).toBe(-24);
  await screen.getByRole('button', { name: 'Move to the next corner' }).click();
  await expect.poll(() => box().left).toBe(room().left);
  expect(Math.round(box().bottom)).toBe(Math.round(room().bottom));
});

test('INCALL-04 dragging the lower right corner resizes the self view and keeps its proportions', async () => {
  const { figure, box } = await show(createMemoryStore({ selfView: '{"size":0.15,"x":0.2,"y":0.2}' }));
  const before = box();
  const handle = figure.querySelector('[data-handle]') ?? expect.fail('no handle');
  drag(handle, { right: 60, down: 0, pointerType: 'touch' });
  await expect.poll(() => Math.round(box().width - before.width)).toBe(60);
  expect(box().width / box().height).toBeCloseTo(before.width / before.height, 2);
  expect(Math.round(box().left)).toBe(Math.round(before.left));
  expect(Math.round(box().top)).toBe(Math.round(before.top));
});

test('INCALL-04 WCAG 2.5.7 + and - and two buttons resize the self view', async () => {
  const { screen, figure, box } = await show();
  figure.focus();
  const before = box().width;
  await userEvent.keyboard('+');
  await expect.poll(() => Math.round(box().width)).toBe(Math.round(before * 1.2));
  await userEvent.keyboard('-');
  await expect.poll(() => Math.round(box().width)).toBe(Math.round(before));
  await screen.getByRole('button', { name: 'Larger' }).click();
  await expect.poll(() => Math.round(box().width)).toBe(Math.round(before * 1.2));
  await screen.getByRole('button', { name: 'Smaller' }).click();
  await expect.poll(() => Math.round(box().width)).toBe(Math.round(before));
});

test('INCALL-02 INCALL-04 the next call restores place and size of the self view', async () => {
  const { screen, figure, box, store } = await show();
  figure.focus();
  await userEvent.keyboard('+{ArrowLeft}{ArrowUp}');
  const { left, top, width } = box();
  await screen.unmount();
  const next = (await show(store)).box();
  expect([next.left, next.top, next.width]).toEqual([left, top, width]);
});

test('INCALL-02 I18N-05 in right-to-left the self view starts at the left, and the left arrow still moves left', async () => {
  document.documentElement.dir = 'rtl';
  const { figure, box, room } = await show();
  figure.focus();
  expect(box().left).toBe(room().left);
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.poll(() => Math.round(box().left - room().left)).toBe(24);
});

test('INCALL-03 the self view is small until it is used, and then keeps the chosen size', async () => {
  const { screen, figure, box, room } = await show();
  const field = screen.getByRole('textbox', { name: 'Your text' });
  await field.click();
  expect(box().width).toBeLessThan(room().width * 0.27);
  expect(box().height).toBeLessThan(room().height * 0.27);
  figure.focus();
  expect(box().width).toBe(104);
  await userEvent.keyboard('+');
  await expect.poll(() => Math.round(box().width)).toBe(125);
  await field.click();
  expect(Math.round(box().width)).toBe(125);
  figure.focus();
  await userEvent.keyboard('-');
  await field.click();
  await expect.poll(() => box().width).toBeLessThan(room().width * 0.27);
});

test('INCALL-03 a tap shows a button that makes the small video the large one', async () => {
  const { screen, figure, onSwap } = await show();
  figure.focus();
  const button = screen.getByRole('button', { name: 'Show this video large' });
  const { width, height } = button.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
  await button.click();
  expect(onSwap).toHaveBeenCalledOnce();
});

test.each([0.15, 0.6])(
  'INCALL-11 MEDIA-04 a self view of size %d without camera cuts neither icon nor words, and always has the words as text',
  async (size) => {
    const place = JSON.stringify({ size, x: 0.2, y: 0.2 });
    const { screen, box } = await show(createMemoryStore({ selfView: place }), false);
    const words = screen.getByText('Your camera is off').element();
    const icon =
      screen.getByRole('figure').element().querySelector('figcaption svg') ?? expect.fail('no icon');
    for (const part of [icon, words]) {
      const { left, top, right, bottom } = part.getBoundingClientRect();
      expect(left).toBeGreaterThanOrEqual(box().left);
      expect(right).toBeLessThanOrEqual(box().right);
      expect(top).toBeGreaterThanOrEqual(box().top);
      expect(bottom).toBeLessThanOrEqual(box().bottom);
    }
    const isSmall = box().width < 128;
    expect(words.getBoundingClientRect().width > 1).toBe(!isSmall);
  },
);
