import { beforeAll, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import '../../../../ui/styles/reset.css';
import '../../../../ui/styles/tokens.css';
import { createMemoryStore, type MemoryStore } from '../../../../testing/memory-store.ts';
import { InCall, type InCallProps } from '../../in-call/InCall.tsx';
import { toolbarProps } from '../../testing/toolbar-props.ts';

beforeAll(async () => {
  await createWholeI18n('en');
});
beforeEach(async () => {
  document.documentElement.dir = 'ltr';
  await page.viewport(1440, 900);
});

const nothing = () => {};

type Changes = Partial<Pick<InCallProps, 'isTextWide'>> & {
  readonly store?: MemoryStore;
  readonly isCompact?: boolean;
};

/** A call with video and text in a wide window. */
async function talk({ isCompact = false, store = createMemoryStore(), ...changes }: Changes = {}) {
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  const screen = await render(
    <InCall
      callId="c1"
      name="bobby"
      address="bobby@demo.example"
      acceptedAt={0}
      textTransport="dataChannel"
      kind="video"
      isVideoVisible
      isTextVisible
      isTextWide={false}
      isSelfViewVisible={false}
      isCameraOn
      isSoundOn
      isKnocking={false}
      isFullscreen={false}
      dialer={{ sent: '', onTone: nothing }}
      settingsLater={undefined}
      attachRemote={nothing}
      attachLocal={nothing}
      store={store}
      toolbar={toolbarProps({ isCompact })}
      {...changes}
    >
      <textarea aria-label="Your text" />
    </InCall>,
    { container },
  );
  const separator = screen.getByRole('separator', { name: 'Width of the text' });
  const text = screen.getByRole('textbox').element().parentElement ?? expect.fail('no text');
  return {
    screen,
    store,
    separator,
    /** The width of the text in percent of the window. */
    width: () => (100 * text.getBoundingClientRect().width) / window.innerWidth,
    leave: async () => {
      await screen.unmount();
      container.remove();
    },
  };
}

/** Drags `element` to the right with the events that a browser sends. */
function drag(element: Element, right: number, end = 'pointerup'): void {
  const { left, width } = element.getBoundingClientRect();
  element.setPointerCapture = nothing;
  const send = (type: string, part: number) =>
    element.dispatchEvent(
      new PointerEvent(type, { bubbles: true, pointerId: 7, clientX: left + width / 2 + right * part }),
    );
  send('pointerdown', 0);
  send('pointermove', 0.5);
  send('pointermove', 1);
  send(end, 1);
}

test('INCALL-05 arrow keys, Home and End move the edge between video and text, which the device remembers', async () => {
  const { separator, width, store, leave } = await talk();
  await expect.element(separator).toHaveAttribute('aria-valuenow', '38');
  await expect.element(separator).toHaveAttribute('aria-orientation', 'vertical');
  separator.element().focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.poll(width).toBeCloseTo(42, 1);
  await expect.element(separator).toHaveAttribute('aria-valuenow', '42');
  await userEvent.keyboard('{ArrowRight}');
  await expect.poll(width).toBeCloseTo(40, 1);
  expect(store.get('textWidth')).toBe('40');
  await userEvent.keyboard('{Home}');
  await expect.poll(width).toBeCloseTo(Number(separator.element().getAttribute('aria-valuemin')), 0);
  await userEvent.keyboard('{End}');
  await expect.poll(width).toBeCloseTo(65, 1);
  expect(separator.element().getAttribute('aria-valuemax')).toBe('65');
  await userEvent.keyboard('{Enter}');
  await expect.poll(width).toBeCloseTo(38, 1);
  expect(store.entries.size).toBe(0);
  await leave();
});

test('INCALL-05 I18N-05 in right-to-left the right arrow makes the text wider, which is on the left', async () => {
  document.documentElement.dir = 'rtl';
  const { separator, width, leave } = await talk();
  await expect.element(separator).toBeVisible();
  separator.element().focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  await expect.poll(width).toBeCloseTo(40, 1);
  drag(separator.element(), 144);
  await expect.poll(width).toBeCloseTo(50, 1);
  await leave();
});

test('INCALL-05 a drag moves the edge, a double click brings back the default, and a cancelled drag changes nothing', async () => {
  const { separator, width, store, leave } = await talk();
  await expect.element(separator).toBeVisible();
  drag(separator.element(), -144);
  await expect.poll(width).toBeCloseTo(48, 1);
  expect(store.get('textWidth')).toBe('48');
  drag(separator.element(), 144, 'pointercancel');
  await expect.poll(width).toBeCloseTo(48, 1);
  drag(separator.element(), -4000);
  await expect.poll(width).toBeCloseTo(65, 1);
  await separator.dblClick();
  await expect.poll(width).toBeCloseTo(38, 1);
  expect(store.entries.size).toBe(0);
  await leave();
});

test('INCALL-05 the next call begins with the remembered width', async () => {
  const { width, leave } = await talk({ store: createMemoryStore({ textWidth: '55' }) });
  expect(width()).toBeCloseTo(55, 1);
  await leave();
});

test.each(['', 'wide', '-5', '400'])(
  'INCALL-05 a stored width of "%s" means the default width',
  async (textWidth) => {
    const { width, leave } = await talk({ store: createMemoryStore({ textWidth }) });
    expect(width()).toBeCloseTo(38, 1);
    await leave();
  },
);

test('WCAG 2.5.8 the edge is as wide as a finger, and covers neither text nor its field', async () => {
  const { screen, separator, leave } = await talk();
  await expect.element(separator).toBeVisible();
  const { width, right } = separator.element().getBoundingClientRect();
  expect(width).toBeGreaterThanOrEqual(44);
  expect(right - 16).toBeLessThanOrEqual(screen.getByRole('textbox').element().getBoundingClientRect().left);
  await leave();
});

test.each<Changes>([{ isCompact: true }, { isTextWide: true }])(
  'INCALL-05 there is no such edge where the text is below the video: %o',
  async (changes) => {
    const { separator, leave } = await talk(changes);
    // The code of the edge is loaded when the page is idle.
    await new Promise((resolve) => requestIdleCallback(resolve));
    expect(separator.query()).toBeNull();
    await leave();
  },
);
