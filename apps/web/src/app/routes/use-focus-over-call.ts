import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** The ids change when a page is mounted again; the order of its fields does not. */
const fieldsIn = (area: Element) => [...area.querySelectorAll<HTMLInputElement>('input, textarea')];

/** Remembers the focused field when a call replaces the page. */
export type FocusOverCall = {
  readonly note: (area: Element, path: string) => void;
  /** Restores the focus once, and only on the same page. */
  readonly giveBack: (area: Element, path: string) => void;
};

export function createFocusOverCall(): FocusOverCall {
  let noted: { path: string; index: number; caret: [number | null, number | null] } | undefined;
  return {
    note(area, path) {
      const fields = fieldsIn(area);
      const index = fields.findIndex((field) => field === document.activeElement);
      const field = fields[index];
      noted = field && { path, index, caret: [field.selectionStart, field.selectionEnd] };
    },
    giveBack(area, path) {
      const before = noted;
      noted = undefined;
      const field = before?.path === path ? fieldsIn(area)[before.index] : undefined;
      if (before === undefined || field === undefined) return;
      field.focus();
      // Input types without a caret return null.
      if (field.selectionStart !== null) field.setSelectionRange(...before.caret);
    },
  };
}

/** After the call the user continues in the same field with the same caret. */
export function useFocusOverCall(
  area: RefObject<HTMLElement | null>,
  path: string,
  { note, giveBack }: FocusOverCall,
): void {
  useLayoutEffect(() => {
    const page = area.current;
    // React runs this cleanup before it removes the page.
    return () => {
      if (page !== null) note(page, path);
    };
  }, [area, note, path]);
  // Runs after the effects of the page's own content, which may focus its heading.
  useEffect(() => {
    if (area.current !== null) giveBack(area.current, path);
  }, [area, giveBack, path]);
}
