import { expect, test } from 'vitest';
import { deleteBeforeCaret, type FieldContent, insertAtCaret } from './number-edit.ts';

/** `12|3` has the caret after 2, `1[23]` has 23 selected. */
function read(drawing: string): FieldContent {
  const value = drawing.replaceAll(/[|[\]]/g, '');
  const start = drawing.search(/[|[]/);
  const end = drawing.includes(']') ? drawing.indexOf(']') - 1 : start;
  return { value, start, end };
}

test.each([
  ['|', '5|'],
  ['12|', '125|'],
  ['1|2', '15|2'],
  ['1[23]4', '15|4'],
])('DIAL-03 key 5 in %s gives %s', (before, after) => {
  expect(insertAtCaret(read(before), '5')).toEqual(read(after));
});

test.each([
  ['|', '|'],
  ['12|', '1|'],
  ['1|2', '|2'],
  ['|12', '|12'],
  ['1[23]4', '1|4'],
  ['bob👩‍👩‍👧|', 'bob|'],
])('DIAL-02 backspace in %s gives %s', (before, after) => {
  expect(deleteBeforeCaret(read(before))).toEqual(read(after));
});
