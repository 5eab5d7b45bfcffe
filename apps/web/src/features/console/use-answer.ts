import { useCallback, useEffect, useState } from 'react';
import type { ApiFailure, ApiResult } from '../../client/ports/user-api.ts';

export type Answer<T> =
  | { readonly phase: 'waiting' }
  | { readonly phase: 'failed'; readonly failure: ApiFailure }
  | { readonly phase: 'ready'; readonly value: T };

/**
 * Asks the server when the component is shown, whenever `ask` is another function, and after `again`. What is shown
 * stays until the new answer comes.
 */
export function useAnswer<T>(ask: () => Promise<ApiResult<T>>): Answer<T> & { readonly again: () => void } {
  const [answer, setAnswer] = useState<Answer<T>>({ phase: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let isOver = false;
    const seek = async (): Promise<void> => {
      const result = await ask();
      if (isOver) return;
      setAnswer(result.ok ? { phase: 'ready', value: result.value } : { phase: 'failed', failure: result });
    };
    void seek();
    return () => {
      isOver = true;
    };
    // A change of `attempt` asks again.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [ask, attempt]);
  const again = useCallback(() => setAttempt((before) => before + 1), []);
  return { ...answer, again };
}
