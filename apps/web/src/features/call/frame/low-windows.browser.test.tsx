import { afterEach, beforeAll, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import type { ReactElement } from 'react';
import { CallEnded } from '../ended/CallEnded.tsx';
import { Ending } from '../ended/Ending.tsx';
import { InCall, type InCallProps } from '../in-call/InCall.tsx';
import { IncomingCall } from '../ringing/IncomingCall.tsx';
import { toolbarProps } from '../testing/toolbar-props.ts';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(() => {
  document.documentElement.style.fontSize = '';
  document.getElementById('root')?.remove();
});

const nothing = () => {};

/** Size of a window and font size of the browser, in CSS pixels. */
type Window = readonly [width: number, height: number, letters: number];

async function show(element: ReactElement, [width, height, letters]: Window) {
  await page.viewport(width, height);
  document.documentElement.style.fontSize = `${letters}px`;
  // `#root` fills the window, as in the app.
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  return render(element, { container });
}

/** How far `element` extends beyond the window and beyond the parents that clip it, in CSS pixels. */
function outOfSight(element: Element, frame = 0): number {
  const { left, top, right, bottom } = element.getBoundingClientRect();
  const clips: { left: number; top: number; right: number; bottom: number }[] = [
    { left: frame, top: frame, right: innerWidth - frame, bottom: innerHeight - frame },
  ];
  for (let around = element.parentElement; around !== null; around = around.parentElement)
    if (around !== document.body && getComputedStyle(around).overflowY !== 'visible')
      clips.push(around.getBoundingClientRect());
  return Math.max(
    0,
    ...clips.flatMap((clip) => [clip.left - left, clip.top - top, right - clip.right, bottom - clip.bottom]),
  );
}

/** Whether the middle of `element` is visible, that is, no other element covers it. */
function isOnTop(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}

const low: readonly Window[] = [
  [740, 360, 16],
  [320, 256, 16],
  [360, 740, 32],
  [740, 180, 16],
];

test.each(low)(
  'CALLSCR-01 WCAG 1.4.10 at %i × %i with a font of %i pixels caller, kind and both answers are visible within the frame of light',
  async (...window) => {
    const screen = await show(
      <IncomingCall
        name="Bobby Berg"
        address="bobby@demo.example"
        kind="video"
        ringtone="MARIMBA"
        onAnswer={nothing}
        onReject={nothing}
      />,
      window,
    );
    const dialog = screen.getByRole('alertdialog').element();
    const frame = Number.parseFloat(getComputedStyle(dialog, '::before').borderTopWidth);
    for (const part of [
      screen.getByRole('heading'),
      screen.getByText('Video call'),
      screen.getByRole('button', { name: 'Reject', exact: true }),
      screen.getByRole('button', { name: 'Answer', exact: true }),
    ]) {
      expect(outOfSight(part.element(), frame)).toBe(0);
      expect(isOnTop(part.element())).toBe(true);
    }
  },
);

test.each([...low, [320, 640, 16], [768, 1024, 32], [1440, 900, 32]] as const)(
  'CALLSCR-08 D3 at %i × %i with a font of %i pixels the outcome and the actions stay visible beside a long text',
  async (...window) => {
    const screen = await show(
      <CallEnded
        name="Bobby Berg"
        words="call.ended"
        isFault={false}
        blockedBy={undefined}
        onCallAgain={nothing}
        onCancel={nothing}
      >
        <p data-testid="text">{'What was written. '.repeat(400)}</p>
      </CallEnded>,
      window,
    );
    const text = screen.getByTestId('text').element();
    for (const at of ['start', 'end'] as const) {
      text.scrollIntoView({ block: at });
      for (const part of [
        screen.getByRole('heading'),
        screen.getByRole('button', { name: 'Cancel' }),
        screen.getByRole('button', { name: 'Call again' }),
      ])
        expect(outOfSight(part.element())).toBe(0);
    }
  },
);

const on = { isOn: true, onToggle: nothing };
const off = { isOn: false, onToggle: nothing };

const bar = (isMoreOpen: boolean, devices = on, isCompact = true): InCallProps['toolbar'] =>
  toolbarProps({
    microphone: devices,
    ownCamera: devices,
    isCompact,
    more: { isOpen: isMoreOpen, onToggle: nothing },
    onThird: nothing,
  });

const call = (isMoreOpen = false, name = 'Bobby Berg', devices = on, isCompact = true) => (
  <InCall
    name={name}
    callId="c1"
    address="bobby@demo.example"
    acceptedAt={0}
    textTransport="dataChannel"
    kind="video"
    isVideoVisible
    isTextVisible
    isTextWide={false}
    isSelfViewVisible
    isCameraOn
    isSoundOn
    isKnocking={false}
    isFullscreen={false}
    toolbar={bar(isMoreOpen, devices, isCompact)}
    dialer={{ sent: '', onTone: nothing }}
    settingsLater={undefined}
    attachRemote={nothing}
    attachLocal={nothing}
  >
    <textarea aria-label="Your text" />
  </InCall>
);

const rare = ['Audio', 'Selfview', 'Fullscreen', 'Keyboard shortcuts'];

test.each([
  [360, 740, 16],
  [768, 1024, 32],
] as const)(
  'INCALL-07 WCAG 1.4.10 at %i × %i with a font of %i pixels the buttons of "More" are visible',
  async (...window) => {
    const screen = await show(call(), window);
    await screen.rerender(call(true));
    for (const name of rare)
      await expect
        .poll(() => outOfSight(screen.getByRole('button', { name, exact: true }).element()))
        .toBe(0);
  },
);

// In these windows the sheet would cover the text if it showed all buttons.
test.each([
  [320, 256, 16],
  [360, 740, 32],
] as const)(
  'INCALL-07 WCAG 1.4.10 at %i × %i with a font of %i pixels the buttons of "More" scroll into sight',
  async (...window) => {
    const screen = await show(call(), window);
    await screen.rerender(call(true));
    for (const name of rare) {
      const button = screen.getByRole('button', { name, exact: true }).element();
      button.scrollIntoView({ block: 'nearest' });
      expect(outOfSight(button)).toBeLessThan(1);
    }
  },
);

test.each([
  [360, 590, 32],
  [320, 640, 16],
  [360, 740, 16],
  [740, 360, 16],
  [844, 390, 16],
  [932, 430, 16],
] as const)(
  'INCALL-25 WCAG 1.4.4 at %i × %i with a font of %i pixels the buttons of the toolbar stand in one row, complete',
  async (...window) => {
    const screen = await show(call(), window);
    const tops = ['Hang up', 'Microphone', 'Own camera', 'Text', 'More'].map((name) => {
      const button = screen.getByRole('button', { name, exact: true }).element();
      expect(outOfSight(button)).toBe(0);
      expect(isOnTop(button)).toBe(true);
      const { width, height, top } = button.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
      return Math.round(top);
    });
    expect(new Set(tops).size).toBe(1);
    const parts = [...document.querySelectorAll('[role=toolbar] button > *')];
    const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 0);
    const overlaps = boxes.flatMap((one, index) =>
      boxes
        .slice(index + 1)
        .filter(
          (other) =>
            one.left < other.right - 1 &&
            other.left < one.right - 1 &&
            one.top < other.bottom - 1 &&
            other.top < one.bottom - 1,
        ),
    );
    expect(overlaps).toEqual([]);
    for (const sign of document.querySelectorAll('[role=toolbar] button:not([data-kind]) > :first-child')) {
      const { width, height } = sign.getBoundingClientRect();
      expect(Math.abs(width - height)).toBeLessThan(1);
    }
  },
);

test.each([
  [320, 640, 16],
  [740, 360, 16],
  [360, 640, 32],
  [360, 740, 32],
] as const)(
  'INCALL-08 WCAG 1.4.4 at %i × %i every button of the toolbar shows its word',
  async (...window) => {
    const screen = await show(call(window[2] === 16), window);
    for (const button of screen.getByRole('toolbar').getByRole('button').elements()) {
      expect(outOfSight(button)).toBeLessThan(window[2] === 16 ? Infinity : 1);
      const { width } = button.lastElementChild?.getBoundingClientRect() ?? new DOMRect();
      expect([button.textContent, width > 10]).toEqual([button.getAttribute('aria-label'), true]);
    }
  },
);

test('INCALL-09 INCALL-11 WCAG 2.5.3 a microphone and a camera that are off say so beside their names', async () => {
  const screen = await show(call(), [360, 740, 16]);
  for (const name of ['Microphone', 'Own camera']) {
    const button = screen.getByRole('button', { name, exact: true });
    const state = () =>
      getComputedStyle(button.element().firstElementChild ?? expect.fail('no sign'), '::after').content;
    await expect.element(button).toHaveAttribute('aria-pressed', 'true');
    expect(state()).toBe('none');
    await screen.rerender(call(false, 'Bobby Berg', off));
    expect(button.element().textContent).toBe(name);
    expect(state()).toContain('Off');
    const shown = button.element().lastElementChild ?? expect.fail('no words');
    expect(shown.getBoundingClientRect().width).toBeGreaterThan(10);
    await expect.element(button).toHaveAttribute('aria-pressed', 'false');
    await screen.rerender(call());
  }
});

test.each([
  ['closed', false, 1],
  ['open', true, 2],
] as const)(
  'INCALL-06 WCAG 1.4.4 at 1280 × 800 with text of 200 % and “More” %s the toolbar has %o rows at most',
  async (_name, isOpen, rows) => {
    const screen = await show(call(false, 'Bobby Berg', on, false), [1280, 800, 32]);
    if (isOpen) await screen.rerender(call(true, 'Bobby Berg', on, false));
    const buttons = screen.getByRole('toolbar').getByRole('button').elements();
    for (const button of buttons)
      expect([button.textContent, outOfSight(button)]).toEqual([button.textContent, 0]);
    for (const name of ['Hang up', 'Microphone', 'Own camera', 'Text'])
      await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible();
    const tops = buttons.map((button) => Math.round(button.getBoundingClientRect().top));
    expect(new Set(tops).size).toBeLessThanOrEqual(rows);
    const bar = screen.getByRole('toolbar').element().getBoundingClientRect();
    expect(bar.top).toBeGreaterThan(400);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(1280);
    const words = buttons.map((button) => button.lastElementChild?.getBoundingClientRect() ?? new DOMRect());
    for (const [index, one] of words.entries())
      for (const other of words.slice(index + 1))
        expect(one.right <= other.left + 1 || other.right <= one.left + 1 || one.top !== other.top).toBe(
          true,
        );
  },
);

test.each([
  [390, 844, 16],
  [1280, 800, 16],
] as const)('CALLSCR-14 at %i × %i the words about an ending stand in the middle', async (...window) => {
  const screen = await show(
    <Ending name="Bobby Berg" outcome="terminatedLocal" onDismiss={nothing} />,
    window,
  );
  const { top, bottom } = screen.getByRole('heading').element().getBoundingClientRect();
  const middle = (top + bottom) / 2 / innerHeight;
  expect(middle).toBeGreaterThan(0.35);
  expect(middle).toBeLessThan(0.75);
});

test.each([
  [360, 640, 16],
  [390, 844, 16],
  [450, 800, 16],
] as const)(
  'INCALL-03 INCALL-27 at %i × %i a long name leaves the own picture, the clock and the connection in sight',
  async (...window) => {
    const screen = await show(call(false, 'The interpreters of the relay service, southern region'), window);
    await screen.getByRole('button', { name: 'Hang up' }).hover();
    const figure = screen.getByRole('figure').element();
    const facts = screen.getByText(/^\d+:\d{2}/).element();
    for (const element of [figure, facts]) {
      expect(element.getBoundingClientRect().width).toBeGreaterThan(20);
      expect(outOfSight(element)).toBe(0);
    }
  },
);

test.each([
  [360, 740, 16],
  [360, 400, 16],
  [740, 360, 16],
] as const)(
  'INCALL-03 INCALL-27 at %i × %i small video has one line above it, and a self view of a quarter at most',
  async (...window) => {
    const screen = await show(call(), window);
    await screen.getByRole('button', { name: 'Hang up' }).hover();
    const line = screen.getByRole('heading').element().closest('header') ?? expect.fail('no header');
    const picture = line.parentElement ?? expect.fail('no picture');
    const { width, height } = picture.getBoundingClientRect();
    const own = screen.getByRole('figure').element().getBoundingClientRect();
    expect(own.width / width).toBeLessThanOrEqual(0.25);
    expect(own.height / height).toBeLessThanOrEqual(0.25);
    // As large as that allows: a quarter as wide, or a quarter as high.
    expect(Math.max(own.width / width, own.height / height)).toBeGreaterThan(0.24);
    const header = line.getBoundingClientRect();
    expect(header.height).toBeLessThan(48);
    expect(own.top).toBeGreaterThanOrEqual(header.bottom);
    await expect.element(screen.getByText('bobby@demo.example')).toBeInTheDocument();
    // Hovers the heading: a locator of the whole line would contain the text of the running clock.
    await screen.getByRole('heading').hover();
    expect(screen.getByText('bobby@demo.example').element().getBoundingClientRect().width).toBeGreaterThan(
      80,
    );
  },
);

test.each([
  [360, 740, 32],
  [768, 1024, 32],
  [320, 640, 16],
  [360, 400, 16],
] as const)(
  'INCALL-02 WCAG 2.5.8 at %i × %i with a font of %i pixels the buttons of the self view are complete',
  async (...window) => {
    const screen = await show(call(), window);
    (screen.getByRole('figure').element() as HTMLElement).focus({ preventScroll: true });
    for (const name of ['Move to the next corner', 'Smaller', 'Larger']) {
      const button = screen.getByRole('button', { name }).element();
      expect(outOfSight(button)).toBe(0);
      expect(isOnTop(button)).toBe(true);
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(24);
    }
  },
);
