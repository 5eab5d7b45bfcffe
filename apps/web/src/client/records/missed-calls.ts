import { type HistoryRecord, isMissedCall } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

/** More are not counted: a day on which nobody was there says enough with these. */
const MOST_COUNTED = 100;

/** Nobody dealt with it; whoever has declined a call knows of it. */
export const wasOverlooked = (call: Pick<HistoryRecord, 'type' | 'answered' | 'outcome'>): boolean =>
  isMissedCall(call) && call.outcome !== 'rejectedLocal';

/** Calls that were missed here and that nobody has seen in the history yet. */
export type MissedCalls = {
  readonly count: Store<number>;
  /** Counts a call if it was missed, once in all tabs. */
  readonly note: (record: HistoryRecord) => void;
  /** Somebody has looked at the history. */
  readonly forget: () => void;
  /** It is somebody else who is here. */
  readonly resume: () => void;
};

/** @param place where those of the person who is here are kept; undefined = nobody is */
export function createMissedCalls(
  place: () => { readonly store: KeyValueStore; readonly key: string } | undefined,
): MissedCalls {
  const count = createStore(0);
  const read = (): readonly string[] => {
    const at = place();
    return at?.store.get(at.key)?.split(' ') ?? [];
  };
  const resume = (): void => count.set(read().length);
  return {
    count,
    resume,
    note(record) {
      const at = place();
      if (at === undefined || !wasOverlooked(record)) return;
      const ids = [...new Set([...read(), record.id])];
      at.store.set(at.key, ids.slice(-MOST_COUNTED).join(' '));
      resume();
    },
    forget() {
      const at = place();
      at?.store.remove(at.key);
      resume();
    },
  };
}
