/** Text and selection of a field, in UTF-16 units. */
export type FieldContent = { readonly value: string; readonly start: number; readonly end: number };

/** Inserts `inserted` at the caret, replacing the selection (DIAL-03). */
export function insertAtCaret({ value, start, end }: FieldContent, inserted: string): FieldContent {
  const caret = start + inserted.length;
  return { value: value.slice(0, start) + inserted + value.slice(end), start: caret, end: caret };
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Deletes the selection or, if nothing is selected, the character before the caret (DIAL-02). */
export function deleteBeforeCaret(content: FieldContent): FieldContent {
  if (content.start !== content.end) return insertAtCaret(content, '');
  const last = [...graphemes.segment(content.value.slice(0, content.start))].at(-1);
  return insertAtCaret({ ...content, start: last?.index ?? 0 }, '');
}
