import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { FieldContent } from './number-edit.ts';

export type EditAtCaret = {
  /** Edits the text of the field at its caret or selection. */
  readonly edit: (change: (content: FieldContent) => FieldContent) => void;
  /** Call it when the field loses the focus. */
  readonly keepSelection: () => void;
};

/**
 * Buttons beside a field that edit its text (DIAL-02, DIAL-03).
 * The selection of an unfocused field is kept here: Chromium up to 150 moves it to the start when the text changes.
 */
export function useEditAtCaret(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): EditAtCaret {
  const kept = useRef<FieldContent>(undefined);
  const isCaretDue = useRef(false);

  // A new value moves the caret to its end; it belongs behind the inserted character.
  useLayoutEffect(() => {
    const caret = kept.current?.start;
    if (isCaretDue.current && caret !== undefined) field.current?.setSelectionRange(caret, caret);
    isCaretDue.current = false;
  });

  function content(): FieldContent {
    const input = field.current;
    if (input !== null && input === document.activeElement) return selected(input);
    // For text set from outside, editing continues at its end.
    return kept.current?.value === value ? kept.current : { value, start: value.length, end: value.length };
  }

  return {
    edit(change) {
      kept.current = change(content());
      isCaretDue.current = true;
      onChange(kept.current.value);
    },
    keepSelection() {
      if (field.current !== null) kept.current = selected(field.current);
    },
  };
}

function selected({ value, selectionStart, selectionEnd }: HTMLInputElement): FieldContent {
  const start = selectionStart ?? value.length;
  return { value, start, end: selectionEnd ?? start };
}
