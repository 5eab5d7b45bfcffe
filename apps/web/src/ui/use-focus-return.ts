import { type FocusEvent, useCallback, useEffect, useRef } from 'react';
import { focusHeading } from './focus-heading.ts';

export type FocusReturn = {
  readonly ref: (part: HTMLElement | null) => () => void;
  readonly onFocus: (event: FocusEvent<HTMLElement>) => void;
};

/**
 * For a part of the page that can go away while it has the focus, which the browser would then give to nobody
 * (WCAG 2.4.3).
 * @param heirOf who gets it; by default where it came from. Without anybody the heading of the page gets it.
 */
export function useFocusReturn(heirOf?: () => HTMLElement | null | undefined): FocusReturn {
  const cameFrom = useRef<HTMLElement>(undefined);
  const latest = useRef(heirOf);
  useEffect(() => {
    latest.current = heirOf;
  });
  const ref = useCallback(
    (part: HTMLElement | null) => () => {
      // React tells of it before the part is taken out of the page.
      if (part?.contains(document.activeElement) !== true) return;
      const heir = latest.current === undefined ? cameFrom.current : latest.current();
      heir?.focus({ preventScroll: true });
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
