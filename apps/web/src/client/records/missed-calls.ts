import { type HistoryEntry, isMissedCall } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

/** The highest number of missed calls that is counted: after a long absence more would not help the user. */
const MOST_COUNTED = 100;

/** Whether the user may have overlooked the call: it was missed, and they did not decline it. */
export const wasOverlooked = (call: Pick<HistoryEntry, 'type' | 'answered' | 'outcome'>): boolean =>
  isMissedCall(call) && call.outcome !== 'rejectedLocal';

/** Missed calls that were not yet seen in the history on this device. */
export type MissedCalls = {
  readonly count: Store<number>;
  /** Their ids, the latest last. */
  readonly ids: Store<readonly string[]>;
  /** Counts a call that the user may have overlooked; a call noted by several tabs counts once. */
  readonly note: (call: HistoryEntry) => void;
  /**
   * Counts the overlooked calls of a page of the history that are newer than the newest call that this device knows.
   * Only the server knew of them: no page was open, or the user did not want to be disturbed. On a device that is new
   * to the user, the calls so far count as seen.
   */
  readonly noteFrom: (page: readonly HistoryEntry[]) => void;
  /** To be called when the user has seen the calls with these ids, or the whole history. */
  readonly forget: (seen?: readonly string[]) => void;
  /** Reads the count of a user who has just signed in. */
  readonly resume: () => void;
};

/** Where the missed calls of a user are stored. */
export type MissedCallsPlace = {
  readonly store: KeyValueStore;
  /** The key of their ids. */
  readonly key: string;
  /** The key of the begin of the latest call that this device knows of, milliseconds since the epoch. */
  readonly knownKey: string;
};

/**
 * Keeps the ids of missed calls in the browser's storage, and counts them.
 * @param place where the current user's missed calls are stored; undefined = no user
 */
export function createMissedCalls(place: () => MissedCallsPlace | undefined): MissedCalls {
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
  const add = (calls: readonly HistoryEntry[], { store, key }: MissedCallsPlace): void => {
    if (calls.length === 0) return;
    const noted = new Set([...read(), ...calls.map(({ id }) => id)]);
    store.set(key, [...noted].slice(-MOST_COUNTED).join(' '));
    resume();
  };
  const knownUntil = ({ store, knownKey }: MissedCallsPlace): number | undefined => {
    const stored = store.get(knownKey);
    return stored === undefined ? undefined : Number(stored);
  };
  const setKnown = (calls: readonly HistoryEntry[], at: MissedCallsPlace): void => {
    const latest = Math.max(knownUntil(at) ?? 0, ...calls.map(({ timestamp }) => timestamp));
    at.store.set(at.knownKey, String(latest));
  };
  return {
    count,
    ids,
    resume,
    note(call) {
      const at = place();
      if (at === undefined || !wasOverlooked(call)) return;
      add([call], at);
      setKnown([call], at);
    },
    noteFrom(page) {
      const at = place();
      if (at === undefined) return;
      const known = knownUntil(at) ?? Number.POSITIVE_INFINITY;
      const overlooked = page.filter((call) => call.timestamp > known && wasOverlooked(call));
      // The list has the newest first.
      add(overlooked.toReversed(), at);
      setKnown(page, at);
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
