import { type RefObject, useEffect, useLayoutEffect } from 'react';

/** Identifiers are others when a page comes again, its fields come in the same order. */
const fieldsIn = (area: Element) => [...area.querySelectorAll<HTMLInputElement>('input, textarea')];

/** Knows where somebody was typing when a call took the page away. */
export type FocusOverCall = {
  readonly note: (area: Element, path: string) => void;
  /** What was noted serves once, on the same page. */
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
      // Kinds without a caret say null.
      if (field.selectionStart !== null) field.setSelectionRange(...before.caret);
    },
  };
}

/** Whoever was typing goes on in the same field, at the same caret, when the call is over. */
export function useFocusOverCall(
  area: RefObject<HTMLElement | null>,
  path: string,
  { note, giveBack }: FocusOverCall,
): void {
  useLayoutEffect(() => {
    const page = area.current;
    // React tells of its going before the page is taken out.
    return () => {
      if (page !== null) note(page, path);
    };
  }, [area, note, path]);
  // After the effects of what is on the page, which may give the focus to its heading.
  useEffect(() => {
    if (area.current !== null) giveBack(area.current, path);
  }, [area, giveBack, path]);
}
