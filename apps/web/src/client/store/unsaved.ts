import { createContext, use, useEffect, useRef } from 'react';
import type { WritableStore } from './store.ts';
import { useAskBeforeUnload } from './use-ask-before-unload.ts';

/** Discards the unsaved input on the page; undefined = there is none. */
export type Unsaved = (() => void) | undefined;

/** The unsaved input that leaving the page would lose; undefined where the app does not ask. */
export const UnsavedContext = createContext<WritableStore<Unsaved> | undefined>(undefined);

const nothing = (): void => {};

/**
 * Asks before the user leaves the page, as long as `isUnsaved`.
 * @param discard called when the user leaves anyway
 * @returns reports that nothing is unsaved any more, for a page that navigates by itself
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
