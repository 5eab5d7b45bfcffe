import type { HistoryRecord } from '@samtal/api-contract';
import { useCallback, useEffect, useState } from 'react';
import { useCallHistory } from '../../client/hooks/use-records.ts';
import type { Loaded } from '../../client/people/people.ts';

/**
 * Loads one call with all its text.
 * @returns the call, undefined if it does not exist, and a function that loads the call again
 */
export function useCallRecord(id: string): readonly [Loaded<HistoryRecord | undefined>, () => void] {
  const history = useCallHistory();
  const [record, setRecord] = useState<Loaded<HistoryRecord | undefined>>({ phase: 'loading' });
  const [asked, setAsked] = useState(0);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new `asked` loads the record again
  useEffect(() => {
    let isWanted = true;
    async function find(): Promise<void> {
      const result = await history.find(id);
      if (!isWanted) return;
      if (result.ok) setRecord({ phase: 'ready', value: result.value });
      else if (result.status === 404) setRecord({ phase: 'ready', value: undefined });
      else setRecord({ phase: 'failed' });
    }
    void find();
    return () => {
      isWanted = false;
    };
  }, [history, id, asked]);
  const askAgain = useCallback(() => {
    setRecord({ phase: 'loading' });
    setAsked((before) => before + 1);
  }, []);
  return [record, askAgain];
}
