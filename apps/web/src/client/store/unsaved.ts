import { createContext, use, useEffect } from 'react';
import type { WritableStore } from './store.ts';
import { useAskBeforeUnload } from './use-ask-before-unload.ts';

/** Whether leaving the page would lose unsaved input; undefined where the app does not ask. */
export const UnsavedContext = createContext<WritableStore<boolean> | undefined>(undefined);

/**
 * Asks before the user leaves the page, as long as `isUnsaved` is true.
 * @returns a function that reports that nothing is unsaved any more, to be called before the page itself
 * navigates
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const unsaved = use(UnsavedContext);
  useAskBeforeUnload(isUnsaved && unsaved !== undefined);
  useEffect(() => {
    unsaved?.set(isUnsaved);
    return () => unsaved?.set(false);
  }, [unsaved, isUnsaved]);
  return () => unsaved?.set(false);
}
