import { createFakeClock } from '@samtal/test-kit';
import { useState } from 'react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../testing/whole-i18n.ts';
import '../../ui/styles/reset.css';
import '../../ui/styles/tokens.css';
import { CallEnded } from './ended/CallEnded.tsx';
import { Ending } from './ended/Ending.tsx';
import type { ToggleProps } from './in-call/CallToolbar.tsx';
import { InCall, type InCallProps } from './in-call/InCall.tsx';
import { Calling } from './ringing/Calling.tsx';
import { IncomingCall } from './ringing/IncomingCall.tsx';
import { toolbarProps } from './testing/toolbar-props.ts';
import { OwnText } from './text/own/OwnText.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

const nothing = () => {};

async function ring() {
  const onAnswer = vi.fn();
  const onReject = vi.fn();
  const clock = createFakeClock();
  const screen = await render(
    <IncomingCall
      name="alice"
      address="alice@demo.example"
      kind="video"
      ringtone="MARIMBA"
      onAnswer={onAnswer}
      onReject={onReject}
      now={() => clock.now()}
    />,
  );
  return { screen, onAnswer, onReject, clock };
}

test.each(['{Enter}', ' '])(
  'CALLSCR-01 CALLSCR-03 key "%s" answers, because Answer has the focus',
  async (key) => {
    const { screen, onAnswer, onReject, clock } = await ring();
    clock.advance(700);
    const dialog = screen.getByRole('alertdialog', { name: 'alice is calling' });
    await expect.element(dialog).toHaveAccessibleDescription('Video call alice@demo.example');
    await expect.element(screen.getByRole('button', { name: 'Answer' })).toHaveFocus();
    await userEvent.keyboard(key);
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(onReject).not.toHaveBeenCalled();
  },
);

test.each(['{Enter}', ' '])(
  'CALLSCR-03 key "%s" pressed by a typing user when the call arrives does not answer it',
  async (key) => {
    const { screen, onAnswer, clock } = await ring();
    await expect.element(screen.getByRole('button', { name: 'Answer' })).toHaveFocus();
    clock.advance(699);
    await userEvent.keyboard(key);
    expect(onAnswer).not.toHaveBeenCalled();
    clock.advance(1);
    await userEvent.keyboard(key);
    expect(onAnswer).toHaveBeenCalledOnce();
  },
);

test('CALLSCR-03 D38 a user who goes on typing does not answer with the spaces and line breaks of the text', async () => {
  const { screen, onAnswer, clock } = await ring();
  await expect.element(screen.getByRole('button', { name: 'Answer' })).toHaveFocus();
  for (const key of ['c', 'r', 'e', 't', ' ', 'i', 's', '{Enter}', 'o', '{Backspace}', ' ']) {
    clock.advance(400);
    await userEvent.keyboard(key);
  }
  expect(onAnswer).not.toHaveBeenCalled();
  clock.advance(700);
  await userEvent.keyboard(' ');
  expect(onAnswer).toHaveBeenCalledOnce();
});

test.each(['Enter', ' '])('CALLSCR-03 key "%s" held down from before does not answer', async (key) => {
  const { screen, onAnswer, clock } = await ring();
  const button = screen.getByRole('button', { name: 'Answer' });
  await expect.element(button).toHaveFocus();
  clock.advance(2000);
  const options = { key, bubbles: true, cancelable: true };
  const isUntouched = (type: string, repeat = false): boolean =>
    button.element().dispatchEvent(new KeyboardEvent(type, { ...options, repeat }));
  // A key event whose default action is prevented does not press a button.
  expect(isUntouched('keydown', true)).toBe(false);
  expect(isUntouched('keyup')).toBe(key !== ' ');
  expect(onAnswer).not.toHaveBeenCalled();
});

test.each(['{Enter}', ' '])(
  'CALLSCR-03 key "%s" answers after a click beside the buttons, but not from Reject',
  async (key) => {
    const { screen, onAnswer, onReject, clock } = await ring();
    clock.advance(700);
    await screen.getByText('Video call').click();
    expect(document.activeElement).not.toBe(screen.getByRole('button', { name: 'Answer' }).element());
    await userEvent.keyboard(key);
    expect([onAnswer.mock.calls.length, onReject.mock.calls.length]).toEqual([1, 0]);
    screen.getByRole('button', { name: 'Reject' }).element().focus();
    await userEvent.keyboard(key);
    expect([onAnswer.mock.calls.length, onReject.mock.calls.length]).toEqual([1, 1]);
  },
);

test('CALLSCR-02 the ringtone loops while the call rings and stops with the screen', async () => {
  const { screen } = await ring();
  const audio = screen.container.querySelector('audio') ?? expect.fail('no ringtone');
  await expect.poll(() => audio.paused).toBe(false);
  expect([audio.loop, audio.currentSrc.startsWith('blob:')]).toEqual([true, true]);
  await screen.unmount();
  expect(audio.paused).toBe(true);
});

test('CALLSCR-01 Escape never rejects a call, however often it is pressed', async () => {
  const { screen, onAnswer, onReject } = await ring();
  await userEvent.keyboard('{Escape}{Escape}{Escape}');
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(onAnswer).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Reject' }).click();
  expect(onReject).toHaveBeenCalledOnce();
});

test('CALLSCR-05 a user who types while the call rings writes the first words and cancels nothing', async () => {
  const onCancel = vi.fn();
  const screen = await render(
    <Calling name="bobby" address="bobby@demo.example" isRinging onCancel={onCancel}>
      <label>
        Write now
        <textarea />
      </label>
    </Calling>,
  );
  const field = screen.getByRole('textbox', { name: 'Write now' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('Hi Bob {Enter}');
  expect((field.element() as HTMLTextAreaElement).value).toBe('Hi Bob \n');
  expect(onCancel).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});

test('CALLSCR-05 a user who types while a call without text rings cancels nothing', async () => {
  const onCancel = vi.fn();
  const screen = await render(
    <Calling name="bobby" address="bobby@demo.example" isRinging onCancel={onCancel} />,
  );
  await expect.element(screen.getByRole('heading', { name: 'calling bobby' })).toHaveFocus();
  await userEvent.keyboard('Hi Bob {Enter}');
  expect(onCancel).not.toHaveBeenCalled();
});

test('CALLSCR-08 keys pressed while the remote user hangs up do not call again', async () => {
  const onCallAgain = vi.fn();
  const screen = await render(
    <CallEnded
      name="bobby"
      words="call.ended"
      isFault={false}
      blockedBy={undefined}
      onCallAgain={onCallAgain}
      onCancel={nothing}
    />,
  );
  await expect.element(screen.getByRole('heading', { name: 'bobby ended the call.' })).toHaveFocus();
  await userEvent.keyboard('ok {Enter}');
  expect(onCallAgain).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Call again' }).click();
  expect(onCallAgain).toHaveBeenCalledOnce();
});

test.each([
  ['rejectedLocal', 'You rejected the call.'],
  ['canceledLocal', 'You cancelled the call.'],
  ['terminatedLocal', 'You ended the call.'],
] as const)('CALLSCR-14 D37 %s shows and announces "%s"', async (outcome, words) => {
  const screen = await render(<Ending name="bobby" outcome={outcome} onDismiss={nothing} />);
  await expect.element(screen.getByRole('heading', { name: words })).toHaveFocus();
});

test('D37 a click or Escape leaves the screen after a call, the click that ended the call does not', async () => {
  const onDismiss = vi.fn();
  function Scene() {
    const [hasEnded, setHasEnded] = useState(false);
    if (hasEnded) return <Ending name="bobby" outcome="terminatedLocal" onDismiss={onDismiss} />;
    return (
      <button type="button" onClick={() => setHasEnded(true)}>
        Hang up
      </button>
    );
  }
  const screen = await render(<Scene />);
  await screen.getByRole('button').click();
  await expect.element(screen.getByRole('heading')).toHaveFocus();
  await userEvent.keyboard('a ');
  expect(onDismiss).not.toHaveBeenCalled();
  await userEvent.keyboard('{Escape}');
  expect(onDismiss).toHaveBeenCalledOnce();
  await screen.getByRole('heading').click();
  expect(onDismiss).toHaveBeenCalledTimes(2);
});

test('CALLSCR-10 after a failure the user can call back, when online', async () => {
  const screen = await render(
    <CallEnded
      name="bobby"
      words="error.unknown"
      isFault
      blockedBy="offline"
      onCallAgain={undefined}
      onCancel={nothing}
    />,
  );
  await expect.element(screen.getByRole('button', { name: 'Call back' })).toBeDisabled();
  await expect.element(screen.getByText(/not in contact with the server/)).toBeVisible();
});

const on = (onToggle: ToggleProps['onToggle'] = nothing): ToggleProps => ({ isOn: true, onToggle });
const never: ToggleProps = { isOn: false, onToggle: undefined };

const bar = toolbarProps();

const call: InCallProps = {
  name: 'bobby',
  callId: 'c1',
  address: 'bobby@demo.example',
  acceptedAt: 0,
  textTransport: 'dataChannel',
  kind: 'video',
  isVideoVisible: true,
  isTextVisible: true,
  isTextWide: false,
  isSelfViewVisible: true,
  isCameraOn: true,
  isSoundOn: true,
  isKnocking: false,
  isFullscreen: false,
  toolbar: bar,
  dialer: { sent: '', onTone: nothing },
  settingsLater: undefined,
  children: <OwnText value="" onEdit={nothing} />,
  attachRemote: nothing,
  attachLocal: nothing,
};

test('INCALL-06 INCALL-08 D27 every toggle keeps its name and shows its state', async () => {
  const microphone = vi.fn();
  const screen = await render(<InCall {...call} toolbar={{ ...bar, microphone: on(microphone) }} />);
  const names = ['Microphone', 'Own camera', 'Text', 'Audio', 'Incoming video', 'Selfview'];
  await expect.element(screen.getByRole('button', { name: 'Hang up' })).toBeVisible();
  for (const name of names)
    await expect
      .element(screen.getByRole('button', { name, exact: true }))
      .toHaveAttribute('aria-pressed', 'true');
  await screen.getByRole('button', { name: 'Microphone' }).click();
  expect(microphone).toHaveBeenCalledOnce();
  await screen.rerender(
    <InCall {...call} toolbar={{ ...bar, microphone: { isOn: false, onToggle: microphone } }} />,
  );
  await expect
    .element(screen.getByRole('button', { name: 'Microphone' }))
    .toHaveAttribute('aria-pressed', 'false');
});

test('INCALL-27 D17 the remote user names the screen, and the self view is mirrored', async () => {
  const screen = await render(<InCall {...call} />);
  await expect.element(screen.getByRole('main', { name: 'bobby', exact: true })).toBeVisible();
  await expect.element(screen.getByText('bobby@demo.example')).toBeVisible();
  const selfView = screen.getByRole('figure', { name: 'Your video' }).element() as HTMLElement;
  const video = selfView.querySelector('video') as HTMLVideoElement;
  expect(new DOMMatrix(getComputedStyle(video).transform).a).toBe(-1);
});

/** Renders a call in `#root`, as the app does, so that the call fills a window of the given size. */
async function fill(width: number, height: number, changes: Partial<InCallProps> = {}) {
  await page.viewport(width, height);
  const container = Object.assign(document.createElement('div'), { id: 'root' });
  document.body.append(container);
  onTestFinished(async () => {
    container.remove();
    await page.viewport(414, 896);
  });
  const screen = await render(<InCall {...call} {...changes} />, { container });
  await screen.getByRole('button', { name: 'Hang up' }).hover();
  return screen;
}

test.each([
  [1366, 768],
  [1366, 650],
  [1024, 768],
  [1920, 1080],
])(
  'INCALL-03 at %i × %i the self view starts at 15 percent of the width, used or not, and does not cover the name',
  async (width, height) => {
    const screen = await fill(width, height);
    const selfView = screen.getByRole('figure', { name: 'Your video' }).element() as HTMLElement;
    const share = () => (100 * selfView.getBoundingClientRect().width) / width;
    expect(share()).toBeCloseTo(15, 1);
    const name = screen.getByRole('heading', { name: 'bobby' }).element().getBoundingClientRect();
    expect(selfView.getBoundingClientRect().top).toBeGreaterThan(name.bottom);
    selfView.focus();
    expect(share()).toBeCloseTo(15, 1);
  },
);

test('INCALL-12 INCALL-14 bug 7 without the other video the own one is a picture, not a pill, and leaves the text its room', async () => {
  const screen = await fill(1280, 800, { isVideoVisible: false });
  const own = screen.getByRole('figure', { name: 'Your video' }).element().getBoundingClientRect();
  expect(own.width).toBeGreaterThan(96);
  expect(own.height).toBeGreaterThan(72);
  const text = screen.getByRole('textbox', { name: 'Your text' }).element().parentElement?.parentElement;
  expect(text?.getBoundingClientRect().top).toBeLessThan(150);
  expect(text?.getBoundingClientRect().top).toBeGreaterThanOrEqual(own.bottom);
});

test('INCALL-10 INCALL-12 INCALL-22 hidden video keeps its sound until the sound is switched off', async () => {
  const screen = await render(<InCall {...call} isVideoVisible={false} isTextVisible={false} />);
  await expect.element(screen.getByText('Video and text are turned off.')).toBeVisible();
  const remote = document.querySelector('video') as HTMLVideoElement;
  expect(remote.muted).toBe(false);
  await screen.rerender(<InCall {...call} isSoundOn={false} />);
  expect(document.querySelector('video')).toBe(remote);
  expect(remote.muted).toBe(true);
});

test('INCALL-12 incoming video can be hidden, also from screen readers, and shown again', async () => {
  const screen = await fill(1366, 768);
  const remote = document.querySelector('video') as HTMLVideoElement;
  const pictures = () => [remote.offsetWidth > 400, getComputedStyle(remote).opacity, remote.ariaHidden];
  expect(pictures()).toEqual([true, '1', 'false']);
  await screen.rerender(<InCall {...call} isVideoVisible={false} />);
  expect(pictures()).toEqual([false, '0', 'true']);
  expect(remote.offsetWidth * remote.offsetHeight).toBe(1);
  await screen.rerender(<InCall {...call} />);
  expect(pictures()).toEqual([true, '1', 'false']);
});

/** Style of the frame of light around the call. */
function frameOf(main: Element) {
  const { content, borderTopWidth, animationName, animationDuration, pointerEvents } = getComputedStyle(
    main,
    '::after',
  );
  const isThere = content !== 'none' && Number.parseFloat(borderTopWidth) >= 6;
  return { isThere, animationName, animationDuration, pointerEvents };
}

test('INCALL-18 RTT-11 WCAG 2.3.1 a knock is a frame of light once a second, and takes no clicks', async () => {
  const screen = await fill(1366, 768, { isKnocking: true });
  const main = screen.getByRole('main').element();
  expect(main.getAttribute('data-knocking')).toBe('true');
  expect(frameOf(main)).toMatchObject({ isThere: true, animationDuration: '1s', pointerEvents: 'none' });
  const steps = document
    .getAnimations()
    .map(({ effect }) => effect)
    .find((effect) => effect instanceof KeyframeEffect && effect.pseudoElement === '::after');
  const opacities = (steps as KeyframeEffect).getKeyframes().map(({ opacity }) => opacity);
  expect(opacities).toEqual(['0', '1', '0']);
  await screen.rerender(<InCall {...call} />);
  expect(main.hasAttribute('data-knocking')).toBe(false);
  expect(frameOf(main).isThere).toBe(false);
});

test('INCALL-18 WCAG 2.3.3 with reduced motion a knock is a steady frame', async () => {
  const setMotion = async (value: string): Promise<void> => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value }] });
  };
  await setMotion('reduce');
  onTestFinished(() => setMotion(''));
  const screen = await fill(390, 844, { isKnocking: true });
  const main = screen.getByRole('main').element();
  expect(frameOf(main)).toMatchObject({ isThere: true, animationName: 'none' });
  expect(getComputedStyle(main, '::after').opacity).toBe('1');
});

test('CALLSCR-05 while the remote phone rings the screen names the callee, and one button cancels', async () => {
  const onCancel = vi.fn();
  const screen = await render(
    <Calling name="bobby" address="bobby@demo.example" isRinging={false} onCancel={onCancel} />,
  );
  await expect.element(screen.getByRole('heading', { name: 'calling bobby', exact: true })).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  expect(onCancel).toHaveBeenCalledOnce();
});

test('INCALL-07 INCALL-16 INCALL-24 INCALL-26 the compact toolbar hides the less used buttons, and disables missing media', async () => {
  const more = vi.fn();
  const compact = {
    ...bar,
    isCompact: true,
    ownCamera: never,
    isTextUnread: true,
    more: { isOpen: false, onToggle: more },
  };
  const screen = await render(<InCall {...call} toolbar={compact} />);
  await expect.element(screen.getByRole('button', { name: 'Own camera' })).toBeDisabled();
  await expect.element(screen.getByText('New text has arrived.')).toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Selfview' })).not.toBeInTheDocument();
  const expander = screen.getByRole('button', { name: 'More' });
  await expect.element(expander).toHaveAttribute('aria-expanded', 'false');
  await expander.click();
  expect(more).toHaveBeenCalledOnce();
  await screen.rerender(
    <InCall {...call} toolbar={{ ...compact, more: { isOpen: true, onToggle: more } }} />,
  );
  for (const name of ['Audio', 'Incoming video', 'Selfview', 'Dialpad', 'Fullscreen'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Hide' })).toHaveAttribute('aria-expanded', 'true');
});

test('INCALL-26 a call by text has no toggles for sound and video that no press could use', async () => {
  const none = { sound: never, incomingVideo: never, selfView: never, text: never };
  const screen = await render(<InCall {...call} kind="text" toolbar={{ ...bar, ...none }} />);
  await expect.element(screen.getByRole('button', { name: 'Dialpad' })).toBeVisible();
  for (const name of ['Audio', 'Incoming video', 'Selfview', 'Text'])
    await expect.element(screen.getByRole('button', { name, exact: true })).not.toBeInTheDocument();
});

test('INCALL-22 where video and text are off, the buttons in place turn them on', async () => {
  const [text, incomingVideo] = [vi.fn(), vi.fn()];
  const off = {
    text: { isOn: false, onToggle: text },
    incomingVideo: { isOn: false, onToggle: incomingVideo },
  };
  const screen = await render(
    <InCall {...call} isVideoVisible={false} isTextVisible={false} toolbar={{ ...bar, ...off }} />,
  );
  await screen.getByRole('button', { name: 'Show the text' }).click();
  await screen.getByRole('button', { name: 'Show the video' }).click();
  expect([text, incomingVideo].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

test('INCALL-17 RTT-08 NAV-14 full screen includes the page: alerts above the call stay visible', async () => {
  const ask = vi.spyOn(Element.prototype, 'requestFullscreen').mockResolvedValue();
  const isEnabled = vi.spyOn(document, 'fullscreenEnabled', 'get').mockReturnValue(true);
  onTestFinished(() => {
    ask.mockRestore();
    isEnabled.mockRestore();
  });
  const screen = await render(
    <>
      <div role="alert">Too many characters</div>
      <InCall {...call} />
    </>,
  );
  await screen.getByRole('button', { name: 'Fullscreen' }).click();
  const [whole] = ask.mock.contexts;
  expect(whole).toBeInstanceOf(Element);
  expect((whole as Element).contains(screen.getByRole('alert').element())).toBe(true);
});

test('the focus goes to the text field where the text is open; otherwise the name is read out', async () => {
  const screen = await render(<InCall {...call} />);
  await expect.element(screen.getByRole('textbox', { name: 'Your text' })).toHaveFocus();
  await screen.unmount();
  const withoutText = await render(<InCall {...call} isTextVisible={false} />);
  await expect.element(withoutText.getByRole('heading', { name: 'bobby' })).toHaveFocus();
});
