import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { FieldContent } from './number-edit.ts';

export type EditAtCaret = {
  /** Edits the text of the field at its caret or selection. */
  readonly edit: (change: (content: FieldContent) => FieldContent) => void;
  /** Stores the selection of the field; to be called when the field loses the focus. */
  readonly keepSelection: () => void;
};

/**
 * Lets buttons beside a field edit its text at the caret (DIAL-02, DIAL-03). The selection is stored while
 * the field has no focus, because Chromium up to 150 moves it to the start when the text changes.
 */
export function useEditAtCaret(
  field: RefObject<HTMLInputElement | null>,
  value: string,
  onChange: (value: string) => void,
): EditAtCaret {
  const kept = useRef<FieldContent>(undefined);
  const isCaretDue = useRef(false);

  // A new value moves the caret to the end of the text; this effect moves it back to the place of the edit.
  useLayoutEffect(() => {
    const caret = kept.current?.start;
    if (isCaretDue.current && caret !== undefined) field.current?.setSelectionRange(caret, caret);
    isCaretDue.current = false;
  });

  function content(): FieldContent {
    const input = field.current;
    if (input !== null && input === document.activeElement) return selected(input);
    // Text that was set from outside has no stored selection: editing continues at its end.
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
