import type { ComponentType } from 'react';
import { LoadingFallback } from './LoadingFallback.tsx';
import { useFetched } from './use-fetched.ts';

export type FetchedLater<P> = ComponentType<P> & {
  /** Loads the code before its first use. Never rejects: the component loads it again when it is shown. */
  readonly fetch: () => Promise<void>;
};

/**
 * A component whose code is loaded when it is first shown. Meanwhile it shows a placeholder, and after a
 * failure a button to try again.
 * Used instead of React's `lazy`, which would show its fallback for at least 300 ms, longer than most loading
 * takes, and whose failure would replace the page around it, also during an incoming call.
 */
export function fetchedLater<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  place: 'screen' | 'content' = 'content',
): FetchedLater<P> {
  let known: { readonly Component: ComponentType<P> } | undefined;
  const fetch = async () => (known ??= { Component: (await load()).default });

  function Later(props: P) {
    const fetched = useFetched(fetch, known);
    if (fetched.phase !== 'ready') return <LoadingFallback for={fetched} place={place} />;
    const { Component } = fetched.value;
    return <Component {...props} />;
  }

  return Object.assign(Later, { fetch: () => fetch().then(nothing, nothing) });
}

const nothing = (): void => undefined;
