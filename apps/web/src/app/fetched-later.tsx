import { type ComponentType, useCallback, useEffect, useState } from 'react';
import { LoadingContent } from './LoadingContent.tsx';
import { LoadingScreen } from './LoadingScreen.tsx';
import { NotFetched } from './NotFetched.tsx';

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
  let fetched: ComponentType<P> | undefined;
  const fetch = async (): Promise<boolean> => {
    try {
      fetched ??= (await load()).default;
    } catch {
      // Told by the component, if it is shown.
    }
    return fetched !== undefined;
  };

  function Later(props: P) {
    const [phase, setPhase] = useState<'waiting' | 'failed' | 'ready'>(
      fetched === undefined ? 'waiting' : 'ready',
    );
    const seek = useCallback((): void => {
      void fetch().then((isThere) => setPhase(isThere ? 'ready' : 'failed'));
    }, []);
    useEffect(seek, [seek]);
    const retry = (): void => {
      setPhase('waiting');
      seek();
    };
    const Component = fetched;
    if (Component !== undefined && phase === 'ready') return <Component {...props} />;
    if (phase === 'failed') return <NotFetched as={place === 'screen' ? 'main' : 'div'} onRetry={retry} />;
    return place === 'screen' ? <LoadingScreen /> : <LoadingContent />;
  }

  return Object.assign(Later, { fetch: async () => void (await fetch()) });
}
