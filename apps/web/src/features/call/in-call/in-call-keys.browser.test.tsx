import { useState } from 'react';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { type Locator, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../testing/whole-i18n.ts';
import '../../../ui/styles/reset.css';
import '../../../ui/styles/tokens.css';
import { toolbarProps } from '../testing/toolbar-props.ts';
import { OwnText } from '../text/own/OwnText.tsx';
import { TextTools, type TextToolsProps } from '../text/tools/TextTools.tsx';
import { InCall, type InCallProps } from './InCall.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

const nothing = () => {};
const tools: TextToolsProps = {
  name: 'bobby',
  conversation: [],
  readAloud: 'line',
  onReadAloud: nothing,
  settings: {},
  onSetting: nothing,
};
const onHangUp = vi.fn();
const microphone = vi.fn();

type Changes = Partial<Pick<InCallProps, 'settingsLater' | 'isTextVisible' | 'isSelfViewVisible'>> & {
  readonly isCompact?: boolean;
};

/** A call whose dialer and less used buttons open and close. */
function Call({ isCompact = false, ...changes }: Changes) {
  const [isDialerOpen, setDialerOpen] = useState(false);
  const [isMoreOpen, setMoreOpen] = useState(false);
  const [isTextVisible, setTextVisible] = useState(true);
  const [sent, setSent] = useState('');
  const [own, setOwn] = useState('');
  return (
    <InCall
      callId="c1"
      name="bobby"
      address="bobby@demo.example"
      acceptedAt={0}
      textTransport="dataChannel"
      kind="video"
      isVideoVisible
      isTextVisible={isTextVisible}
      isTextWide={false}
      isSelfViewVisible={false}
      isCameraOn
      isSoundOn
      isKnocking={false}
      isFullscreen={false}
      dialer={{ sent, onTone: (tone) => setSent((before) => before + tone) }}
      settingsLater={undefined}
      attachRemote={nothing}
      attachLocal={nothing}
      toolbar={toolbarProps({
        microphone: { isOn: true, onToggle: microphone },
        text: { isOn: isTextVisible, onToggle: () => setTextVisible(!isTextVisible) },
        dialpad: { isOn: isDialerOpen, onToggle: () => setDialerOpen(!isDialerOpen) },
        isCompact,
        more: { isOpen: isMoreOpen, onToggle: () => setMoreOpen(!isMoreOpen) },
        onHangUp,
      })}
      {...changes}
    >
      <TextTools {...tools} />
      <OwnText value={own} onEdit={setOwn} helpers={{ own: '', onChange: nothing }} />
    </InCall>
  );
}

async function open(changes: Changes = {}) {
  onHangUp.mockClear();
  microphone.mockClear();
  const screen = await render(<Call {...changes} />);
  const button = (name: string) => screen.getByRole('button', { name, exact: true });
  return { screen, button, dialer: screen.getByRole('region', { name: 'Dialpad' }) };
}

async function press(button: Locator): Promise<void> {
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

test('INCALL-15 DIALER-06 the dialpad opens with the focus; Escape closes it and returns the focus to its button', async () => {
  const { screen, button, dialer } = await open();
  await expect.element(button('Dialpad')).toHaveAttribute('aria-pressed', 'false');
  await button('Dialpad').click();
  await expect.element(dialer).toHaveFocus();
  await userEvent.keyboard('12');
  await expect.element(screen.getByRole('status', { name: 'Sent digits' })).toHaveTextContent('12');
  await userEvent.keyboard('{Escape}');
  await expect.element(dialer).not.toBeInTheDocument();
  await expect.element(button('Dialpad')).toHaveFocus();
  await button('Dialpad').click();
  await button('Close').click();
  await expect.element(button('Dialpad')).toHaveFocus();
});

test('INCALL-15 where the button is hidden, the focus goes to the expander that shows it', async () => {
  const { button, dialer } = await open({ isCompact: true });
  await button('More').click();
  await button('Dialpad').click();
  await button('5').click();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialer).not.toBeInTheDocument();
  await expect.element(button('More')).toHaveFocus();
});

test('INCALL-16 Escape closes the part opened last, then the one before it, and never hangs up', async () => {
  const { screen, button, dialer } = await open({ isCompact: true });
  await button('More').click();
  await button('Dialpad').click();
  await button('More').click();
  (screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('More')).toBeVisible();
  await expect.element(dialer).toBeVisible();
  await expect.element(screen.getByRole('textbox', { name: 'Your text' })).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialer).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}{Escape}');
  expect(onHangUp).not.toHaveBeenCalled();
});

test.each(['Swap videos', 'Videos side by side', 'Fullscreen'])(
  'INCALL-16 on a small screen "%s" closes the sheet, because one press is enough, and the focus goes to its button',
  async (name) => {
    const { screen, button } = await open({ isCompact: true, isSelfViewVisible: true });
    const requested = vi.spyOn(document.documentElement, 'requestFullscreen').mockResolvedValue();
    onTestFinished(() => requested.mockRestore());
    await press(button('More'));
    await press(button(name));
    await expect.element(screen.getByRole('group', { name: 'More' })).not.toBeInTheDocument();
    await expect.element(button('More')).toHaveFocus();
  },
);

test('INCALL-16 on a small screen a dialog of the sheet closes it and returns the focus to its button', async () => {
  const { screen, button } = await open({ isCompact: true });
  await press(button('More'));
  await press(button('Keyboard shortcuts'));
  await expect.element(screen.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await expect.element(screen.getByRole('group', { name: 'More' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('More')).toHaveFocus();
});

test('INCALL-10 INCALL-12 INCALL-14 toggles of media leave the sheet open, which shows their state', async () => {
  const { screen, button } = await open({ isCompact: true });
  await press(button('More'));
  for (const name of ['Audio', 'Incoming video', 'Selfview']) await press(button(name));
  await expect.element(screen.getByRole('group', { name: 'More' })).toBeVisible();
});

test('INCALL-15 INCALL-16 on a small screen the dialpad takes the place of the sheet', async () => {
  const { screen, button, dialer } = await open({ isCompact: true });
  await press(button('More'));
  await press(button('Dialpad'));
  await expect.element(dialer).toHaveFocus();
  await expect.element(screen.getByRole('group', { name: 'More' })).not.toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await expect.element(button('More')).toHaveFocus();
});

test('INCALL-16 in a wide window the buttons of "More" stay after a press: they cover nothing', async () => {
  const { button } = await open({ isSelfViewVisible: true });
  await press(button('More'));
  await press(button('Swap videos'));
  await expect.element(button('Swap videos')).toHaveFocus();
});

test('INCALL-16 a tool of the text, dialpad and buttons share one order: each Escape closes one part', async () => {
  const { screen, button, dialer } = await open({ isCompact: true });
  const emoji = screen.getByRole('region', { name: 'Emoji' });
  for (const name of ['More', 'Dialpad', 'More', 'Emoji']) await press(button(name));
  const parts = [dialer, button('Hide'), emoji];
  for (let open = parts.length; open > 0; open--) {
    expect(parts.map((part) => part.elements().length)).toEqual(parts.map((_, i) => (i < open ? 1 : 0)));
    await userEvent.keyboard('{Escape}');
    await expect.element(parts[open - 1] ?? expect.fail('no part')).not.toBeInTheDocument();
  }
});

test('D42 a tool of the text closes the one that is open, so that the text keeps its room', async () => {
  const { screen, button } = await open();
  const tools = [
    ['Text options', screen.getByRole('group', { name: 'Text options' })],
    ['Emoji', screen.getByRole('region', { name: 'Emoji' })],
    ['Phrases', screen.getByRole('region', { name: 'Phrases' })],
    ['Text options', screen.getByRole('group', { name: 'Text options' })],
  ] as const;
  for (const [name, tool] of tools) {
    await press(button(name));
    await expect.element(tool).toBeVisible();
    await expect.element(button(name)).toHaveFocus();
    const shown = () =>
      tools.filter(([, other]) => other.elements().length > 0).map(([shownName]) => shownName);
    await expect.poll(() => new Set(shown())).toEqual(new Set([name]));
  }
});

test('DIALER-06 a text field keeps its keys while the dialer is open', async () => {
  const { screen, button } = await open();
  await button('Dialpad').click();
  const field = screen.getByRole('textbox', { name: 'Your text' });
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('a1*');
  await expect.element(field).toHaveValue('a1*');
  await expect.element(screen.getByRole('status', { name: 'Sent digits' })).toBeEmptyDOMElement();
});

test('WCAG 2.1.4 shortcuts need Alt and Shift, so that typing triggers none, and a help lists them', async () => {
  const { screen, button, dialer } = await open();
  const field = screen.getByRole('textbox', { name: 'Your text' });
  (field.element() as HTMLElement).focus();
  await userEvent.keyboard('m{Shift>}M{/Shift}');
  expect(microphone).not.toHaveBeenCalled();
  await userEvent.keyboard('{Alt>}{Shift>}{m}{/Shift}{/Alt}');
  expect(microphone).toHaveBeenCalledOnce();
  await expect.element(field).toHaveValue('mM');
  await userEvent.keyboard('{Alt>}{Shift>}{k}{/Shift}{/Alt}');
  await expect.element(dialer).toHaveFocus();
  await userEvent.keyboard('{Alt>}{Shift>}{k}{/Shift}{/Alt}');
  await expect.element(dialer).not.toBeInTheDocument();
  await button('More').click();
  await button('Keyboard shortcuts').click();
  const help = screen.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const keys of ['M', 'O', 'X', 'K', 'N', 'C', 'H'])
    await expect.element(help.getByText(`Alt+Shift+${keys}`, { exact: true })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(help).not.toBeInTheDocument();
  await expect.element(button('Keyboard shortcuts')).toHaveFocus();
});

test('INCALL-25 Alt+Shift+H hangs up, also while typing; H alone and Escape do not', async () => {
  const { screen } = await open();
  await expect.element(screen.getByRole('textbox', { name: 'Your text' })).toHaveFocus();
  await userEvent.keyboard('hH{Shift>}H{/Shift}{Escape}');
  expect(onHangUp).not.toHaveBeenCalled();
  await userEvent.keyboard('{Alt>}{Shift>}{h}{/Shift}{/Alt}');
  expect(onHangUp).toHaveBeenCalledOnce();
});

test('WCAG 2.4.3 text hidden by its shortcut while typing passes the focus to its button', async () => {
  const { screen, button } = await open();
  const field = screen.getByRole('textbox', { name: 'Your text' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Alt>}{Shift>}{x}{/Shift}{/Alt}');
  await expect.element(field).not.toBeInTheDocument();
  await expect.element(button('Text')).toHaveFocus();
});

test.each([true, false])(
  'INCALL-18 RTT-14 text that its button or its shortcut opens takes what is typed next; small screen: %s',
  async (isCompact) => {
    const { screen, button } = await open({ isCompact });
    const field = screen.getByRole('textbox', { name: 'Your text' });
    await press(button('Text'));
    await expect.element(field).not.toBeInTheDocument();
    await press(button('Text'));
    await expect.element(field).toHaveFocus();
    await userEvent.keyboard('a b');
    await expect.element(field).toHaveValue('a b');
  },
);

test('INCALL-08 INCALL-24 a medium that is off by a setting explains why, and the call continues', async () => {
  const onConfirm = vi.fn();
  const { screen, button } = await open({ settingsLater: { off: 'video', onConfirm } });
  await button('Go to settings').click();
  const dialog = screen.getByRole('dialog', { name: 'Video is turned off in your settings.' });
  await expect.element(dialog).toHaveAccessibleDescription(/cannot be turned on during a call/);
  await button('Cancel').click();
  expect(onConfirm).not.toHaveBeenCalled();
  await button('Go to settings').click();
  await button('Open after the call').click();
  expect(onConfirm).toHaveBeenCalledOnce();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(onHangUp).not.toHaveBeenCalled();
});
