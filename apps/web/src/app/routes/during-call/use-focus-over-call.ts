import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The field inside `area` that has the focus; undefined if none has it. */
function focusedField(area: Element | null): HTMLElement | undefined {
  const { activeElement } = document;
  const isField =
    activeElement?.matches('input, textarea') === true && area?.contains(activeElement) === true;
  return isField && activeElement instanceof HTMLElement ? activeElement : undefined;
}

/**
 * After a call, which hides the pages, gives the focus back to the field that had it, with the same caret
 * (WCAG 2.4.3).
 */
export function useFocusOverCall(area: RefObject<HTMLElement | null>): void {
  const field = useRef<HTMLElement>(undefined);
  useLayoutEffect(
    // React runs this cleanup before it hides the page.
    () => () => {
      field.current = focusedField(area.current);
    },
    [area],
  );
  // Runs after the effects of the page's own content, which may focus its heading.
  useEffect(() => field.current?.focus(), []);
}
