import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { createMemoryStore, type MemoryStore } from '../../../testing/memory-store.ts';
import { Dialer } from './Dialer.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

type Room = { readonly width?: number; readonly height?: number; readonly store?: MemoryStore };

/** Renders the dialer over an area of the given size, in CSS pixels; the call controls are below the area. */
async function show({ width = 1000, height = 900, store = createMemoryStore() }: Room = {}) {
  await page.viewport(Math.max(width, 320), height + 80);
  onTestFinished(() => page.viewport(414, 896));
  const onTone = vi.fn();
  const onClose = vi.fn();
  const frame = { display: 'grid', gridTemplateRows: `${height}px 60px`, inlineSize: `${width}px` };
  const screen = await render(
    <Dialer sent="12#" isSmallScreen={false} onTone={onTone} onClose={onClose} store={store} />,
    {
      wrapper: ({ children }) => (
        <div style={frame}>
          {children}
          <div data-testid="controls" style={{ gridRow: 2 }} />
        </div>
      ),
    },
  );
  const dialer = screen.getByRole('region', { name: 'Dialpad' });
  const box = () => dialer.element().getBoundingClientRect();
  const size = () => [Math.round(box().width), Math.round(box().height)];
  const key = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, dialer, box, size, key, onTone, onClose, store };
}

const fontSize = (element: Element | null) =>
  Number.parseFloat(getComputedStyle(element as Element).fontSize);

/** Drags the lower right corner of the dialer with the events of a mouse. */
async function resize(dialer: Element, right: number, down: number): Promise<void> {
  const handle = dialer.querySelector('[data-handle]') as HTMLElement;
  handle.setPointerCapture = () => {};
  const { left, top } = handle.getBoundingClientRect();
  const send = (type: string, part: number) =>
    handle.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        pointerId: 7,
        pointerType: 'mouse',
        clientX: left + right * part,
        clientY: top + down * part,
      }),
    );
  send('pointerdown', 0);
  send('pointermove', 0.5);
  send('pointerup', 1);
}

test('DIALER-01 the dialer starts at 250 × 333', async () => {
  const { size } = await show();
  expect(size()).toEqual([250, 333]);
});

test('DIALER-02 DIALER-03 its corner resizes the dialer at 3:4, never below 250 × 333', async () => {
  const { dialer, size } = await show();
  await resize(dialer.element(), 150, 0);
  await expect.poll(size).toEqual([400, 533]);
  await resize(dialer.element(), 0, -100);
  await expect.poll(size).toEqual([325, 433]);
  await resize(dialer.element(), -900, -900);
  await expect.poll(size).toEqual([250, 333]);
});

test('DIALER-03 WCAG 2.5.7 keys and buttons do the same as a drag', async () => {
  const { box, size, key } = await show();
  const { left, top } = box();
  await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}');
  await expect.poll(() => [box().left - left, Math.round(box().top - top)]).toEqual([24, -48]);
  await userEvent.keyboard('+');
  await expect.poll(size).toEqual([300, 400]);
  await key('Smaller').click();
  await key('Smaller').click();
  await expect.poll(size).toEqual([250, 333]);
  await key('Larger').click();
  await expect.poll(size).toEqual([300, 400]);
  await key('Move to the next corner').click();
  await expect.poll(() => box().top).toBeLessThan(20);
});

test('DIALER-03 the next time the dialer has the last place and size', async () => {
  const { screen, box, store } = await show();
  await userEvent.keyboard('+{ArrowRight}');
  const { left, top, width } = box();
  await screen.unmount();
  const next = (await show({ store })).box();
  expect([next.left, next.top, next.width]).toEqual([left, top, width]);
});

test('DIALER-04 its digits scale with the dialer from 24 to 70 px', async () => {
  const { screen, dialer, key } = await show({ width: 1200, height: 1600 });
  const sizes = () => [
    fontSize(screen.getByRole('status').element()),
    fontSize(key('5').element().firstElementChild),
  ];
  expect(sizes()).toEqual([24, 24]);
  await resize(dialer.element(), 250, 0);
  await expect.poll(() => sizes().every((size) => size > 40 && size < 60)).toBe(true);
  await resize(dialer.element(), 600, 0);
  await expect.poll(sizes).toEqual([70, 70]);
});

test('DIALER-05 sent digits are shown', async () => {
  const { screen } = await show();
  await expect.element(screen.getByRole('status', { name: 'Sent digits' })).toHaveTextContent('12#');
});

test('DIALER-06 its keys and those of the keyboard send one character each, other keys send nothing', async () => {
  const { dialer, key, onTone } = await show();
  for (const name of '1234567890*#') await key(name).click();
  expect(onTone.mock.calls.flat().join('')).toBe('1234567890*#');
  onTone.mockClear();
  (dialer.element() as HTMLElement).focus();
  await userEvent.keyboard('0129*#');
  expect(onTone.mock.calls.flat().join('')).toBe('0129*#');
  onTone.mockClear();
  await userEvent.keyboard('abD,;/{Tab}{Enter}');
  await userEvent.keyboard('{Control>}1{/Control}{Alt>}2{/Alt}');
  dialer.element().dispatchEvent(new KeyboardEvent('keydown', { key: '5', bubbles: true, repeat: true }));
  dialer.element().dispatchEvent(new KeyboardEvent('keydown', { key: '55', bubbles: true }));
  expect(onTone).not.toHaveBeenCalled();
});

test.each([
  ['a phone of 320 px', 320, 400],
  ['a phone in landscape', 568, 200],
  ['a desktop at 400 percent', 320, 176],
])(
  'WCAG 1.4.10 WCAG 2.5.5 on %s all keys are visible and large enough, and the call controls are free',
  async (_where, width, height) => {
    const { screen, dialer, box, key, onClose } = await show({ width, height });
    const controls = screen.getByTestId('controls').element().getBoundingClientRect();
    expect(box().bottom).toBeLessThanOrEqual(controls.top);
    expect([box().left >= 0, box().right <= width, box().top >= 0]).toEqual([true, true, true]);
    for (const name of '1234567890*#') {
      const { width, height, bottom } = key(name).element().getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      expect(bottom).toBeLessThanOrEqual(dialer.element().getBoundingClientRect().bottom);
    }
    await key('Close').click();
    expect(onClose).toHaveBeenCalledOnce();
  },
);
