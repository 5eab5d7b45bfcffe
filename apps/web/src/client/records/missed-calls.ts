import { type HistoryRecord, isMissedCall } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

/** The highest number of missed calls that is counted: after a long absence more would not help the user. */
const MOST_COUNTED = 100;

/** Whether the user may have overlooked the call: it was missed, and they did not decline it. */
export const wasOverlooked = (call: Pick<HistoryRecord, 'type' | 'answered' | 'outcome'>): boolean =>
  isMissedCall(call) && call.outcome !== 'rejectedLocal';

/** Calls missed on this device and not yet seen in the history. */
export type MissedCalls = {
  readonly count: Store<number>;
  /** Their ids, the latest last. */
  readonly ids: Store<readonly string[]>;
  /** Counts a call that the user may have overlooked; a call noted by several tabs counts once. */
  readonly note: (record: HistoryRecord) => void;
  /** To be called when the user has seen the calls with these ids, or the whole history. */
  readonly forget: (seen?: readonly string[]) => void;
  /** Reads the count of a user who has just signed in. */
  readonly resume: () => void;
};

/**
 * Keeps the ids of missed calls in the browser's storage, and counts them.
 * @param place where the current user's missed calls are stored; undefined = no user
 */
export function createMissedCalls(
  place: () => { readonly store: KeyValueStore; readonly key: string } | undefined,
): MissedCalls {
  const count = createStore(0);
  const ids = createStore<readonly string[]>([]);
  const read = (): readonly string[] => {
    const at = place();
    return at?.store.get(at.key)?.split(' ') ?? [];
  };
  const resume = (): void => {
    const kept = read();
    ids.set(kept);
    count.set(kept.length);
  };
  return {
    count,
    ids,
    resume,
    note(record) {
      const at = place();
      if (at === undefined || !wasOverlooked(record)) return;
      const noted = [...new Set([...read(), record.id])];
      at.store.set(at.key, noted.slice(-MOST_COUNTED).join(' '));
      resume();
    },
    forget(seen) {
      const at = place();
      const left = seen === undefined ? [] : read().filter((id) => !seen.includes(id));
      if (left.length > 0) at?.store.set(at.key, left.join(' '));
      else at?.store.remove(at.key);
      resume();
    },
  };
}
