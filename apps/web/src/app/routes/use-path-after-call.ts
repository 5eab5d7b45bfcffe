import { useCallback, useEffect, useRef } from 'react';

type Navigate = (to: string) => void;

/**
 * Returns the location hook of the call screens. A page that they open is shown after the call, because only
 * then the page before the call can ask about its unsaved input.
 * @param navigate asks about unsaved input
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
