import type { ComponentType } from 'react';
import { StandIn } from './StandIn.tsx';
import { useFetched } from './use-fetched.ts';

export type FetchedLater<P> = ComponentType<P> & {
  /** Fetches the code ahead of its first use. Never rejects: whoever shows it asks again. */
  readonly fetch: () => Promise<void>;
};

/**
 * A component whose code is not part of what the page begins with. Until it is there, something else stands in its
 * place, and when it cannot be fetched, a way to try again.
 *
 * React's `lazy` would do the same, but what it has fetched it holds back until its fallback was seen for 300 ms, longer
 * than most of ours take; and its failure takes the page around it away, also while a call comes in.
 */
export function fetchedLater<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  place: 'screen' | 'content' = 'content',
): FetchedLater<P> {
  let known: { readonly Component: ComponentType<P> } | undefined;
  const fetch = async () => (known ??= { Component: (await load()).default });

  function Later(props: P) {
    const fetched = useFetched(fetch, known);
    if (fetched.phase !== 'ready') return <StandIn for={fetched} place={place} />;
    const { Component } = fetched.value;
    return <Component {...props} />;
  }

  return Object.assign(Later, { fetch: () => fetch().then(nothing, nothing) });
}

const nothing = (): void => undefined;
