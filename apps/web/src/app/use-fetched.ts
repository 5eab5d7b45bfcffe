import { useCallback, useEffect, useState } from 'react';

export type Fetched<T> =
  | { readonly phase: 'waiting' }
  | {
      readonly phase: 'failed';
      /** How often it has been asked for. */
      readonly attempts: number;
      readonly retry: () => void;
    }
  | { readonly phase: 'ready'; readonly value: T };

/**
 * Asks for something as soon as it is wanted on the page.
 * @param fetch a function that stays the same
 * @param known what has been fetched before
 */
export function useFetched<T>(fetch: () => Promise<T>, known?: T): Fetched<T> {
  const [fetched, setFetched] = useState<Fetched<T>>(
    known === undefined ? { phase: 'waiting' } : { phase: 'ready', value: known },
  );
  const seek = useCallback(
    (attempts: number): void => {
      const retry = (): void => {
        setFetched({ phase: 'waiting' });
        seek(attempts + 1);
      };
      fetch().then(
        (value) => setFetched((before) => (before.phase === 'ready' ? before : { phase: 'ready', value })),
        () => setFetched({ phase: 'failed', attempts, retry }),
      );
    },
    [fetch],
  );
  useEffect(() => seek(1), [seek]);
  return fetched;
}
