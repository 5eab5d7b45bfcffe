import { createContext, use, useEffect, useRef } from 'react';
import type { WritableStore } from './store.ts';
import { useAskBeforeUnload } from './use-ask-before-unload.ts';

/** Forgets what has been typed on the page and is not saved; undefined = there is nothing of that kind. */
export type Unsaved = (() => void) | undefined;

/** What leaving the page would lose; undefined where nobody asks. */
export const UnsavedContext = createContext<WritableStore<Unsaved> | undefined>(undefined);

const nothing = (): void => {};

/**
 * As long as `isUnsaved`, leaving the page asks first.
 * @param discard is called when the person leaves all the same
 * @returns says that nothing is lost any more, for a page that goes on by itself
 */
export function useUnsaved(isUnsaved: boolean, discard: () => void = nothing): () => void {
  const unsaved = use(UnsavedContext);
  useAskBeforeUnload(isUnsaved && unsaved !== undefined);
  const latest = useRef(discard);
  useEffect(() => {
    latest.current = discard;
  });
  useEffect(() => {
    unsaved?.set(isUnsaved ? () => latest.current() : undefined);
    return () => unsaved?.set(undefined);
  }, [unsaved, isUnsaved]);
  return () => unsaved?.set(undefined);
}
