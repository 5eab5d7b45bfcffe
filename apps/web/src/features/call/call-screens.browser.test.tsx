import { beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import '../../ui/reset.css';
import '../../ui/tokens.css';
import { createI18n } from '../../i18n/index.ts';
import { CallEnded } from './CallEnded.tsx';
import type { ToggleProps } from './CallToolbar.tsx';
import { InCall, type InCallProps } from './InCall.tsx';
import { IncomingCall } from './IncomingCall.tsx';

beforeAll(async () => {
  await createI18n('en');
});

const nothing = () => {};

async function ring() {
  const onAnswer = vi.fn();
  const onReject = vi.fn();
  const screen = await render(
    <IncomingCall
      name="alice"
      address="alice@demo.example"
      kind="video"
      ringtone="MARIMBA"
      onAnswer={onAnswer}
      onReject={onReject}
    />,
  );
  return { screen, onAnswer, onReject };
}

test.each(['{Enter}', ' '])(
  'CALLSCR-01 CALLSCR-03 key "%s" answers, because Answer has the focus',
  async (key) => {
    const { screen, onAnswer, onReject } = await ring();
    const dialog = screen.getByRole('alertdialog', { name: 'alice is calling' });
    await expect.element(dialog).toHaveAccessibleDescription('Video call alice@demo.example');
    await expect.element(screen.getByRole('button', { name: 'Answer' })).toHaveFocus();
    await userEvent.keyboard(key);
    expect(onAnswer).toHaveBeenCalledOnce();
    expect(onReject).not.toHaveBeenCalled();
  },
);

test('CALLSCR-02 the ringtone loops while it rings and stops with the screen', async () => {
  const { screen } = await ring();
  const audio = screen.container.querySelector('audio') ?? expect.fail('no ringtone');
  await expect.poll(() => audio.paused).toBe(false);
  expect([audio.loop, audio.currentSrc.startsWith('blob:')]).toEqual([true, true]);
  await screen.unmount();
  expect(audio.paused).toBe(true);
});

test('CALLSCR-01 Escape, pressed as often as one likes, turns nobody away', async () => {
  const { screen, onAnswer, onReject } = await ring();
  await userEvent.keyboard('{Escape}{Escape}{Escape}');
  await expect.element(screen.getByRole('alertdialog')).toBeVisible();
  expect(onAnswer).not.toHaveBeenCalled();
  await screen.getByRole('button', { name: 'Reject' }).click();
  expect(onReject).toHaveBeenCalledOnce();
});

test('CALLSCR-08 keys still being pressed when the other party hangs up do not call them again', async () => {
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

test('CALLSCR-10 after a fault one may call back, if there is contact', async () => {
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

const closed = { isOpen: false, onToggle: nothing };
const off = { isOn: false, onToggle: nothing };

const bar: InCallProps['toolbar'] = {
  microphone: on(),
  ownCamera: on(),
  sound: on(),
  incomingVideo: on(),
  selfView: on(),
  text: on(),
  isTextUnread: false,
  dialpad: off,
  isCompact: false,
  more: closed,
  onHangUp: nothing,
};

const call: InCallProps = {
  name: 'bobby',
  callId: 'c1',
  address: 'bobby@demo.example',
  acceptedAt: 0,
  textWire: 'dataChannel',
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
  children: <textarea aria-label="Your text" />,
  attachRemote: nothing,
  attachLocal: nothing,
};

test('INCALL-06 INCALL-08 D27 every toggle keeps its name and tells its state', async () => {
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

test('INCALL-03 INCALL-27 the other party names the screen, the self view begins at 15 % and mirrors', async () => {
  const screen = await render(<InCall {...call} />);
  await expect.element(screen.getByRole('main', { name: 'bobby', exact: true })).toBeVisible();
  await expect.element(screen.getByText('bobby@demo.example')).toBeVisible();
  const selfView = screen.getByRole('figure', { name: 'Your own picture' }).element();
  const expected = Math.max(document.documentElement.clientWidth * 0.15, 104);
  expect(Math.abs(selfView.getBoundingClientRect().width - expected)).toBeLessThan(2);
  const video = selfView.querySelector('video') as HTMLVideoElement;
  expect(new DOMMatrix(getComputedStyle(video).transform).a).toBe(-1);
});

test('INCALL-10 INCALL-12 INCALL-22 a hidden picture goes on being heard until the sound is switched off', async () => {
  const screen = await render(<InCall {...call} isVideoVisible={false} isTextVisible={false} />);
  await expect.element(screen.getByText('Video and text are turned off.')).toBeVisible();
  const remote = document.querySelector('video') as HTMLVideoElement;
  expect(remote.muted).toBe(false);
  await screen.rerender(<InCall {...call} isSoundOn={false} />);
  expect(document.querySelector('video')).toBe(remote);
  expect(remote.muted).toBe(true);
});

test('INCALL-07 INCALL-16 INCALL-24 INCALL-26 the compact bar hides the rarer buttons, and what is not in the call cannot be used', async () => {
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

test('focus: typing can begin at once where the text is open, else the name is read out', async () => {
  const screen = await render(<InCall {...call} />);
  await expect.element(screen.getByRole('textbox', { name: 'Your text' })).toHaveFocus();
  await screen.unmount();
  const withoutText = await render(<InCall {...call} isTextVisible={false} />);
  await expect.element(withoutText.getByRole('heading', { name: 'bobby' })).toHaveFocus();
});
