import { useEffect } from 'react';

const ask = (event: Event): void => event.preventDefault();

/**
 * Makes the browser ask before it leaves or reloads the page, as long as `isAsked`. The listener is added
 * only for that time, because it disables the back/forward cache.
 */
export function useAskBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
