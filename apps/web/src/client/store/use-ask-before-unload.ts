import { useEffect } from 'react';

const ask = (event: Event): void => event.preventDefault();

/** The browser asks before it leaves or reloads the page, and only then: the listener costs the back/forward cache. */
export function useAskBeforeUnload(isAsked: boolean): void {
  useEffect(() => {
    if (!isAsked) return undefined;
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAsked]);
}
