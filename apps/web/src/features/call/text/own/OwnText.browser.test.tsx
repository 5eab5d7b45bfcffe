import { useState } from 'react';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { createWholeI18n } from '../../../../testing/whole-i18n.ts';
import { OwnText } from './OwnText.tsx';

/** The texts that the field sent to the core, one entry for each change. */
const edits: string[] = [];

beforeAll(async () => {
  await createWholeI18n('en');
});
beforeEach(() => {
  edits.length = 0;
});

/** The field with a core that takes each change for which `accepts` returns true, and removes BEL from it. */
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

test('CALLSCR-05 RTT-14 text from before the answer comes into an empty field, and typing continues at its end', async () => {
  const screen = await render(<OwnText value="" onEdit={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  field.focus();
  await screen.rerender(<OwnText value="Prepared text" onEdit={() => {}} />);
  expect([field.value, ...caretOf(field)]).toEqual(['Prepared text', 13, 13]);
});

test('A-047 a letter typed in the middle leaves the caret behind it', async () => {
  const field = await write({ start: 'Helo there' });
  field.setSelectionRange(3, 3);
  await userEvent.keyboard('l');
  expect(edits).toEqual(['Hello there']);
  expect(caretOf(field)).toEqual([4, 4]);
});

test('RTT-08 RTT-10 a refused change is undone immediately, and the caret stays where it was', async () => {
  const field = await write({ start: 'keep this', accepts: () => false });
  field.setSelectionRange(4, 4);
  await userEvent.keyboard('x');
  expect([field.value, ...caretOf(field)]).toEqual(['keep this', 4, 4]);
  field.setSelectionRange(0, 4);
  await userEvent.keyboard('{Delete}');
  expect([field.value, ...caretOf(field)]).toEqual(['keep this', 4, 4]);
  expect(edits).toEqual(['keepx this', ' this']);
});

test('characters that the core removes disappear without moving the caret from its letter', async () => {
  const field = await write({ start: 'ab' });
  field.setSelectionRange(1, 1);
  document.execCommand('insertText', false, 'x\u0007y');
  await expect.poll(() => field.value).toBe('axyb');
  expect(caretOf(field)).toEqual([3, 3]);
});

/**
 * An input method whose keyboard reports each key as `key`. Chromium itself composes, as with a real input
 * method. A composition continues until it is committed or cancelled.
 */
const inputMethod = (key: string) => ({
  async compose(...texts: string[]) {
    for (const text of texts) {
      await cdp().send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, windowsVirtualKeyCode: 229 });
      const caret = text.length;
      await cdp().send('Input.imeSetComposition', { text, selectionStart: caret, selectionEnd: caret });
    }
  },
  commit: (text: string) => cdp().send('Input.insertText', { text }),
});
const desktop = inputMethod('Process');
const phone = inputMethod('Unidentified');

test('T26 RTT-07 the letters of a conversion are not sent, the resulting sign is', async () => {
  const field = await write();
  await desktop.compose('n', 'に', 'にほ', '日本');
  expect([field.value, edits]).toEqual(['日本', []]);
  await desktop.commit('日本');
  await expect.poll(() => edits.at(-1)).toBe('日本');
  expect(new Set(edits)).toEqual(new Set(['日本']));
  expect(field.value).toBe('日本');
});

test('T26 RTT-07 a phone that composes every word sends its letters as they are typed', async () => {
  const field = await write();
  await phone.compose('H', 'He', 'Hej');
  await phone.commit('Hej');
  await phone.commit(' ');
  await phone.compose('B', 'Bo');
  await expect.poll(() => edits.at(-1)).toBe('Hej Bo');
  expect([...new Set(edits)]).toEqual(['H', 'He', 'Hej', 'Hej ', 'Hej B', 'Hej Bo']);
  expect(field.value).toBe('Hej Bo');
});

test('T26 RTT-07 after a phone has converted letters to a sign, the next letters wait for their sign', async () => {
  await write();
  await phone.compose('n', '你');
  await phone.commit('你');
  edits.length = 0;
  await phone.compose('h', 'ha', 'hao');
  expect(edits).toEqual([]);
  await phone.commit('好');
  await expect.poll(() => edits.at(-1)).toBe('你好');
  expect(new Set(edits)).toEqual(new Set(['你好']));
});

test('T26 RTT-07 A-047 Korean in the middle of a text is sent by syllable, the last one after a pause', async () => {
  const field = await write({ start: 'ab' });
  field.setSelectionRange(1, 1);
  await phone.compose('ㅎ', '하', '한', '한ㄱ', '한그');
  expect([...new Set(edits)]).toEqual(['a한b']);
  await expect.poll(() => edits.at(-1)).toBe('a한그b');
  // The composition goes on in the middle of the text.
  await phone.compose('한글');
  expect([field.value, edits.at(-1)]).toEqual(['a한글b', 'a한그b']);
  await phone.commit('한글');
  await expect.poll(() => edits.at(-1)).toBe('a한글b');
});

test('T26 a cancelled composition sends nothing', async () => {
  const field = await write({ start: 'abc' });
  await desktop.compose('n', 'ni', '');
  expect(new Set(edits)).toEqual(new Set(['abc']));
  expect(field.value).toBe('abc');
});

test('T26 text that arrives during a composition does not disturb it', async () => {
  const screen = await render(<OwnText value="" onEdit={(edited) => edits.push(edited)} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  field.focus();
  await desktop.compose('ni');
  await screen.rerender(<OwnText value="" onEdit={(edited) => edits.push(edited)} />);
  expect(field.value).toBe('ni');
});

test.each([
  ['loses the focus', (field: HTMLTextAreaElement) => field.blur()],
  ['is removed with its page', () => window.dispatchEvent(new PageTransitionEvent('pagehide'))],
])('T26 D10 a composition is sent when the field %s', async (_what, leave) => {
  const field = await write({ start: 'at ' });
  await desktop.compose('き', 'きゅう');
  expect(edits).toEqual([]);
  leave(field);
  expect(edits.at(-1)).toBe('at きゅう');
});

test('T26 D10 a composition is sent when the text is hidden', async () => {
  const screen = await render(<Writer start="at " />);
  (screen.getByRole('textbox').element() as HTMLTextAreaElement).focus();
  await desktop.compose('き', 'きゅう');
  await screen.unmount();
  expect(edits.at(-1)).toBe('at きゅう');
});

test('RTT-13 Ctrl+Z undoes the last typing, and is sent like any other change', async () => {
  const field = await write();
  await userEvent.keyboard('Hello');
  await userEvent.keyboard('{Control>}z{/Control}');
  const undone = field.value;
  expect('Hello'.startsWith(undone) && undone !== 'Hello').toBe(true);
  expect(edits.at(-1)).toBe(undone);
  await userEvent.keyboard('{Control>}{Shift>}z{/Shift}{/Control}');
  expect([field.value, edits.at(-1)]).toEqual(['Hello', 'Hello']);
});

test('T25 a field without a text transport says why and accepts no input', async () => {
  const reason = "The other person's phone does not support text in this call.";
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

test('RTT-14 text that is shown again scrolls to its end, where typing continues', async () => {
  const screen = await render(<OwnText value={manyLines} onEdit={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  expect(caretOf(field)).toEqual([manyLines.length, manyLines.length]);
  await expect.poll(() => field.scrollHeight - field.scrollTop - field.clientHeight).toBeLessThan(2);
});

test('the line of the caret stays visible when the field becomes lower', async () => {
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

test('an empty field is measured when its size changes, but not when the call begins', async () => {
  let copies = 0;
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLTextAreaElement) copies += 1;
  });
  const screen = await render(<OwnText value="" onEdit={() => {}} />);
  const field = screen.getByRole('textbox', { name: 'Your text' }).element() as HTMLTextAreaElement;
  observer.observe(screen.container, { childList: true, subtree: true });
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
  expect(copies).toBe(0);
  field.style.blockSize = '10rem';
  await expect.poll(() => copies).toBe(1);
  observer.disconnect();
});

test('an empty field has the direction of the page, text has its own', async () => {
  document.documentElement.dir = 'rtl';
  const field = await write();
  expect(getComputedStyle(field).direction).toBe('rtl');
  await userEvent.keyboard('Hi');
  expect([getComputedStyle(field).direction, ...caretOf(field)]).toEqual(['ltr', 2, 2]);
  document.documentElement.dir = 'ltr';
});
