import { useCallback, useEffect, useRef } from 'react';

/**
 * Whether the component is still shown. A late answer of the server must not lead users away from the page that they
 * have opened meanwhile, where they may be typing.
 */
export function useIsThere(): () => boolean {
  const isThere = useRef(true);
  useEffect(() => {
    isThere.current = true;
    return () => {
      isThere.current = false;
    };
  }, []);
  return useCallback(() => isThere.current, []);
}
