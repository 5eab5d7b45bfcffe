import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import { TextTools, type TextToolsProps } from './TextTools.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});
afterEach(() => {
  vi.restoreAllMocks();
});

const tools: TextToolsProps = {
  name: 'bobby',
  conversation: [
    { author: 'own', text: 'Hi\n' },
    { author: 'other', text: 'Hello\nthere' },
  ],
  readAloud: 'line',
  onReadAloud: () => {},
  settings: {},
  onSetting: () => {},
};
const whole = 'You: Hi\nbobby: Hello\nbobby: there';

async function open(props: Partial<TextToolsProps> = {}) {
  const screen = await render(<TextTools {...tools} {...props} />);
  const button = screen.getByRole('button', { name: 'Text options' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button).toHaveAttribute('aria-expanded', 'true');
  return screen;
}

test('the whole conversation is copied by keyboard alone, and a message confirms it', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await open();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(screen.getByText('The conversation has been copied.')).toBeVisible();
  expect(written.mock.calls).toEqual([[whole]]);
});

test('Alt+Shift+C copies the conversation and opens the tools, which say so; opened by their button they copy nothing', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await render(<TextTools {...tools} />);
  await userEvent.keyboard('{Alt>}{Shift>}{c}{/Shift}{/Alt}');
  await expect.element(screen.getByText('The conversation has been copied.')).toBeVisible();
  expect(written.mock.calls).toEqual([[whole]]);
  await userEvent.keyboard('{Alt>}{Shift>}{c}{/Shift}{/Alt}');
  expect(written).toHaveBeenCalledTimes(2);
  await userEvent.keyboard('{Escape}');
  await screen.getByRole('button', { name: 'Text options' }).click();
  await expect.element(screen.getByRole('button', { name: 'Copy the whole conversation' })).toBeVisible();
  expect(written).toHaveBeenCalledTimes(2);
});

test('without a clipboard the text is selected, to be copied by hand', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  const screen = await open();
  await screen.getByRole('button', { name: 'Copy the whole conversation' }).click();
  const field = screen.getByRole('textbox', { name: /Copy the marked text/ });
  await expect.element(field).toHaveFocus();
  const { value, selectionStart, selectionEnd } = field.element() as HTMLTextAreaElement;
  expect(value.slice(selectionStart, selectionEnd)).toBe(whole);
});

test('copying is disabled while there is no text', async () => {
  const screen = await open({ conversation: [] });
  await expect.element(screen.getByRole('button', { name: 'Copy the whole conversation' })).toBeDisabled();
});

test('A15 the user chooses what a screen reader announces', async () => {
  const onReadAloud = vi.fn<(mode: string) => void>();
  const screen = await open({ onReadAloud });
  const choice = screen.getByRole('combobox', { name: 'Screen reader announces' });
  await choice.selectOptions('Words');
  expect(onReadAloud.mock.calls).toEqual([['word']]);
});

test('D42 one press copies the newest line of the other person, and a message confirms it', async () => {
  const written = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const screen = await open();
  await screen.getByRole('button', { name: 'Copy last line' }).click();
  await expect.element(screen.getByText('The last line has been copied.')).toBeVisible();
  expect(written.mock.calls).toEqual([['there']]);
});

test('D42 bold letters and spacing are chosen during the call', async () => {
  const onSetting = vi.fn<(key: string, value: string) => void>();
  const screen = await open({ onSetting });
  await screen.getByRole('checkbox', { name: 'Bold' }).click();
  await screen.getByRole('combobox', { name: 'Line spacing' }).selectOptions('Wide');
  await screen.getByRole('combobox', { name: 'Letter spacing' }).selectOptions('Very wide');
  expect(onSetting.mock.calls).toEqual([
    ['WEB_TEXT_BOLD', 'true'],
    ['WEB_TEXT_LINE_SPACING', 'wide'],
    ['WEB_TEXT_LETTER_SPACING', 'wider'],
  ]);
});

test('D42 the user reads that a pair of colours that is hard to read was replaced', async () => {
  const screen = await open({ corrected: { text: 'darkgrey', background: 'white' } });
  await expect.element(screen.getByText(/The text is shown as “Dark grey” on “White”/)).toBeVisible();
});
