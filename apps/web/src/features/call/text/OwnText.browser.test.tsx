import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createI18n } from '../../../i18n/index.ts';
import { OwnText } from './OwnText.tsx';

/** What went to the core, one entry for each change. */
const edits: string[] = [];

beforeAll(async () => {
  await createI18n('en');
});
beforeEach(() => {
  edits.length = 0;
});

/** A core that takes every change `accepts` says yes to, and cleans what it takes. */
function Writer({
  start = '',
  accepts = () => true,
}: {
  start?: string;
  accepts?: (value: string) => boolean;
}) {
  const [value, setValue] = useState(start);
  return (
    <OwnText
      value={value}
      onEdit={(edited) => {
        edits.push(edited);
        if (accepts(edited)) setValue(edited.replaceAll('\u0007', ''));
      }}
    />
  );
}

async function write(props: Parameters<typeof Writer>[0] = {}) {
  const screen = await render(<Writer {...props} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  field.focus();
  return field;
}

const caretOf = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => [selectionStart, selectionEnd];

test('RTT-07 each letter is a change of its own, and Enter is a new line', async () => {
  const field = await write();
  await userEvent.keyboard('Hi{Enter}!');
  expect(edits).toEqual(['H', 'Hi', 'Hi\n', 'Hi\n!']);
  expect(field.value).toBe('Hi\n!');
});

test('A-047 a letter typed in the middle leaves the caret behind it', async () => {
  const field = await write({ start: 'Helo there' });
  field.setSelectionRange(3, 3);
  await userEvent.keyboard('l');
  expect(edits).toEqual(['Hello there']);
  expect(caretOf(field)).toEqual([4, 4]);
});

test('RTT-08 RTT-10 a refused change is undone at once, with the caret where it was', async () => {
  const field = await write({ start: 'keep this', accepts: () => false });
  field.setSelectionRange(4, 4);
  await userEvent.keyboard('x');
  expect([field.value, ...caretOf(field)]).toEqual(['keep this', 4, 4]);
  field.setSelectionRange(0, 4);
  await userEvent.keyboard('{Delete}');
  expect([field.value, ...caretOf(field)]).toEqual(['keep this', 4, 4]);
  expect(edits).toEqual(['keepx this', ' this']);
});

test('what the core cleans away disappears without moving the caret from its letter', async () => {
  const field = await write({ start: 'ab' });
  field.setSelectionRange(1, 1);
  document.execCommand('insertText', false, 'x\u0007y');
  await expect.poll(() => field.value).toBe('axyb');
  expect(caretOf(field)).toEqual([3, 3]);
});

/** One step of an input method: the browser has already changed the field when it says so. */
function compose(field: HTMLTextAreaElement, value: string): void {
  field.value = value;
  field.dispatchEvent(new InputEvent('input', { bubbles: true, isComposing: true }));
}

test('T26 RTT-07 the letters towards a sign are not sent, the sign is', async () => {
  const field = await write();
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Process' }));
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  for (const value of ['n', 'ni', 'にほ']) compose(field, value);
  expect(edits).toEqual([]);
  compose(field, '日本');
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '日本' }));
  expect(edits).toEqual(['日本']);
  await expect.poll(() => field.value).toBe('日本');
});

test('T26 RTT-07 a phone that composes every word sends its letters as they are typed', async () => {
  const field = await write();
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  for (const value of ['H', 'He', 'Hej']) {
    field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Unidentified' }));
    compose(field, value);
  }
  expect(edits).toEqual(['H', 'He', 'Hej']);
});

test('T26 a composition given up sends nothing', async () => {
  const field = await write({ start: 'abc' });
  field.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, key: 'Process' }));
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  compose(field, 'abcni');
  compose(field, 'abc');
  field.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: '' }));
  expect(new Set(edits)).toEqual(new Set(['abc']));
  expect(field.value).toBe('abc');
});

test('T26 what arrives while a sign is being composed does not disturb it', async () => {
  const screen = await render(<OwnText value="" onEdit={(edited) => edits.push(edited)} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  field.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true }));
  compose(field, 'ni');
  await screen.rerender(<OwnText value="" onEdit={(edited) => edits.push(edited)} />);
  expect(field.value).toBe('ni');
});

test('RTT-13 Ctrl+Z takes back what was typed last, and that goes out like any other change', async () => {
  const field = await write();
  await userEvent.keyboard('Hello');
  await userEvent.keyboard('{Control>}z{/Control}');
  const undone = field.value;
  expect('Hello'.startsWith(undone) && undone !== 'Hello').toBe(true);
  expect(edits.at(-1)).toBe(undone);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect([field.value, edits.at(-1)]).toEqual(['Hello', 'Hello']);
});

test('T25 where nothing can be written the field says why and takes nothing', async () => {
  const reason = 'The other phone takes no text in this call.';
  const screen = await render(
    <OwnText value="" closedBecause={reason} onEdit={(edited) => edits.push(edited)} />,
  );
  const field = screen.getByRole('textbox', { name: 'Your text' });
  await expect.element(field).toHaveAccessibleDescription(reason);
  await expect.element(screen.getByText(reason)).toBeVisible();
  (field.element() as HTMLTextAreaElement).focus();
  await userEvent.keyboard('x');
  expect([(field.element() as HTMLTextAreaElement).value, edits]).toEqual(['', []]);
});

const manyLines = Array.from({ length: 40 }, (_, index) => `line ${index}`).join('\n');

test('RTT-14 text that is shown again begins at its end, where one goes on writing', async () => {
  const screen = await render(<OwnText value={manyLines} onEdit={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  expect(caretOf(field)).toEqual([manyLines.length, manyLines.length]);
  await expect.poll(() => field.scrollHeight - field.scrollTop - field.clientHeight).toBeLessThan(2);
});

test('the line of the caret stays in sight when the field becomes lower, wherever it is', async () => {
  const screen = await render(<OwnText value={manyLines} onEdit={() => {}} />, {
    wrapper: ({ children }) => <div style={{ display: 'flex', blockSize: '30rem' }}>{children}</div>,
  });
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  await expect.poll(() => field.scrollHeight - field.scrollTop - field.clientHeight).toBeLessThan(2);
  const line = Number.parseFloat(getComputedStyle(field).lineHeight);
  const caret = manyLines.indexOf('line 20');
  field.scrollTop = 10 * line;
  field.setSelectionRange(caret, caret);
  const { clientHeight } = field;
  (screen.container.firstElementChild as HTMLElement).style.blockSize = '10rem';
  await expect.poll(() => field.clientHeight).toBeLessThan(clientHeight);
  await expect.poll(() => field.scrollTop + field.clientHeight).toBeGreaterThanOrEqual(21 * line);
  expect(field.scrollTop).toBeLessThanOrEqual(20 * line);
});

test('an empty field is written in the direction of the page, words in their own', async () => {
  document.documentElement.dir = 'rtl';
  const field = await write();
  expect(getComputedStyle(field).direction).toBe('rtl');
  await userEvent.keyboard('Hi');
  expect([getComputedStyle(field).direction, ...caretOf(field)]).toEqual(['ltr', 2, 2]);
  document.documentElement.dir = 'ltr';
});
