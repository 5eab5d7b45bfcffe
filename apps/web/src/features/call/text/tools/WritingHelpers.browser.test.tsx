import { useState } from 'react';
import { beforeAll, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import '../../../../ui/styles/reset.css';
import '../../../../ui/styles/tokens.css';
import { OwnText } from '../own/OwnText.tsx';
import { SizeButtons } from './SizeButtons.tsx';

beforeAll(async () => {
  await createWholeI18n('en');
});

/** A field of own text with its helpers; `edits` has every text that would be sent. */
async function write(shownBefore = 0, start = '') {
  const edits: string[] = [];
  const kept: string[] = [];
  function Writer() {
    const [value, setValue] = useState(start);
    const [phrases, setPhrases] = useState('I am at work.');
    return (
      <OwnText
        value={value}
        shownBefore={Math.min(shownBefore, value.lastIndexOf('\n') + 1)}
        onEdit={(text) => {
          edits.push(text);
          setValue(text);
        }}
        helpers={{
          own: phrases,
          onChange: (setting) => {
            kept.push(setting);
            setPhrases(setting);
          },
        }}
      />
    );
  }
  const screen = await render(<Writer />);
  const field = screen.getByRole('textbox', { name: 'Your text' });
  return { screen, edits, kept, field, element: field.element() as HTMLTextAreaElement };
}

test('D42 a phrase is written by one press, with a space before it, and typing goes on behind it', async () => {
  const { screen, edits, field } = await write();
  await userEvent.type(field, 'Hi');
  await screen.getByRole('button', { name: 'Phrases' }).click();
  const sent = edits.length;
  await screen.getByRole('button', { name: 'I am at work.' }).click();
  expect(edits.slice(sent)).toEqual(['Hi I am at work.']);
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('!');
  expect(edits.at(-1)).toBe('Hi I am at work.!');
});

test('D42 own phrases are added and removed, and nothing of that is sent', async () => {
  const { screen, edits, kept } = await write();
  await screen.getByRole('button', { name: 'Phrases' }).click();
  const draft = screen.getByRole('textbox', { name: 'New phrase' });
  await userEvent.type(draft, 'Call me later.{Enter}');
  await expect.element(screen.getByRole('button', { name: 'Call me later.', exact: true })).toBeVisible();
  await expect.element(draft).toHaveValue('');
  await screen.getByRole('button', { name: 'Remove phrase: I am at work.' }).click();
  await expect.element(draft).toHaveFocus();
  expect(kept).toEqual(['I am at work.\nCall me later.', 'Call me later.']);
  expect(edits).toEqual([]);
});

test('D42 emoji are chosen by keyboard alone, and Escape returns to the button', async () => {
  const { screen, edits } = await write();
  const button = screen.getByRole('button', { name: 'Emoji' });
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  const picker = screen.getByRole('toolbar', { name: 'Emoji' });
  await expect.element(picker).toBeVisible();
  await userEvent.keyboard('{Tab}{Tab}');
  await expect.element(picker.getByRole('button').first()).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}{Enter}{ArrowLeft} ');
  expect(edits).toEqual(['😃', '😃😀']);
  await userEvent.keyboard('{End}');
  await expect.element(picker.getByRole('button').last()).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await expect.element(button).toHaveFocus();
  await expect.element(picker).not.toBeInTheDocument();
});

test('D42 erasing at the start of the field takes the finished line back; elsewhere it erases a letter', async () => {
  const { edits, element } = await write(6, 'Hello\n');
  element.focus();
  expect(element.value).toBe('');
  await userEvent.keyboard('ab{Backspace}{Backspace}');
  expect(edits.at(-1)).toBe('Hello\n');
  await userEvent.keyboard('{Backspace}');
  expect([edits.at(-1), element.value, element.selectionStart]).toEqual(['Hello', 'Hello', 5]);
});

test('SET-05 the sizes stop at 140 and at 8, and the button keeps the focus', async () => {
  const sizes: string[] = [];
  function Sizes() {
    const [size, setSize] = useState('120');
    return (
      <SizeButtons
        size={size}
        onSize={(next) => {
          sizes.push(next);
          setSize(next);
        }}
      />
    );
  }
  const screen = await render(<Sizes />);
  const larger = screen.getByRole('button', { name: 'Larger text' });
  (larger.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}{Enter}');
  expect(sizes).toEqual(['140']);
  await expect.element(larger).toHaveAttribute('aria-disabled', 'true');
  await expect.element(larger).toHaveFocus();
  await expect.element(screen.getByRole('status')).toHaveTextContent('Text size 140');
});
