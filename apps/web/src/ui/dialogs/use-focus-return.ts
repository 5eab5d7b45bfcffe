import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { focusHeading } from '../page/focus-heading.ts';

export type FocusReturn = {
  readonly ref: (part: HTMLElement | null) => () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * When a part of the page is removed while it has the focus, moves the focus to another element; otherwise
 * the focus would be lost (WCAG 2.4.3).
 * @param fallbackOf returns the element that gets the focus; by default the element that had the focus before
 * the part. If there is none, the heading of the page gets the focus.
 */
export function useFocusReturn(fallbackOf?: () => HTMLElement | null | undefined): FocusReturn {
  const cameFrom = useRef<HTMLElement>(undefined);
  const latest = useRef(fallbackOf);
  useEffect(() => {
    latest.current = fallbackOf;
  });
  const ref = useCallback(
    (part: HTMLElement | null) => () => {
      // React calls this before it removes the part from the page.
      if (part?.contains(document.activeElement) !== true) return;
      const fallback = latest.current === undefined ? cameFrom.current : latest.current();
      fallback?.focus({ preventScroll: true });
      if (part.contains(document.activeElement)) focusHeading(document);
    },
    [],
  );
  const onFocus = useCallback(({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (currentTarget.contains(relatedTarget)) return;
    cameFrom.current = relatedTarget instanceof HTMLElement ? relatedTarget : undefined;
  }, []);
  return { ref, onFocus };
}
