import { useCallback, useEffect, useRef } from 'react';

type Navigate = (to: string) => void;

/**
 * Returns the location hook of the call screens. It navigates only after the call, when the pages are shown
 * again and can ask about unsaved input.
 * @param navigate asks about unsaved input before it navigates
 */
export function usePathAfterCall(hasCall: boolean, path: string, navigate: Navigate) {
  const next = useRef<string>(undefined);
  useEffect(() => {
    const to = next.current;
    if (hasCall || to === undefined) return;
    next.current = undefined;
    navigate(to);
  }, [hasCall, navigate]);
  return useCallback((): [path: string, navigate: Navigate] => {
    const later = (to: string): void => {
      next.current = to;
    };
    return [path, later];
  }, [path]);
}
