import { useEffect, useState } from 'react';

export type Fetched<T> =
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'failed';
      /** The number of attempts so far. */
      readonly attempts: number;
      readonly retry: () => void;
    }
  | { readonly phase: 'ready'; readonly value: T };

/**
 * Calls `fetch` when the component that uses this hook is shown, and returns the progress or the result.
 * @param fetch the same function at every render
 * @param known the result, if it has been loaded before
 */
export function useFetched<T>(fetch: () => Promise<T>, known?: T): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>(
    known === undefined ? { phase: 'waiting' } : { phase: 'ready', value: known },
  );
  const [attempts, setAttempts] = useState(1);
  useEffect(() => {
    let isOver = false;
    const retry = (): void => {
      setFetched({ phase: 'waiting' });
      setAttempts(attempts + 1);
    };
    const outcome = async (): Promise<Fetched<T>> => {
      try {
        return { phase: 'ready', value: await fetch() };
      } catch {
        return { phase: 'failed', attempts, retry };
      }
    };
    const seek = async (): Promise<void> => {
      const next = await outcome();
      if (!isOver) setFetched((before) => (before.phase === 'ready' ? before : next));
    };
    void seek();
    return () => {
      isOver = true;
    };
  }, [fetch, attempts]);
  return fetched;
}
