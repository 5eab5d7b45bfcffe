import type { Features, HistoryEntry } from '@samtal/api-contract';
import { use, useEffect, useMemo, useState } from 'react';
import { ClientContext, useKnownNames } from '../../../client/hooks/use-client.ts';
import { type Findables, useFindables } from '../../../client/hooks/use-findables.ts';
import { createStore, useStore } from '../../../client/store/store.ts';
import { type RecentPerson, recentPeople } from './recent-people.ts';

export type DialPeople = Omit<Findables, 'phases'> & {
  readonly recents: readonly RecentPerson[];
  /** Whether a list with saved names is still being loaded. */
  readonly isLoading: boolean;
};

const noCalls = createStore<readonly HistoryEntry[]>([]);

export type DialFeatures = Pick<Features, 'contacts' | 'services' | 'directory' | 'history'>;

/** The people and services of the dial page. The directory is loaded when the user begins to type. */
export function useDialPeople(features: DialFeatures, isTyping: boolean): DialPeople {
  const running = use(ClientContext);
  const names = useKnownNames();
  const calls = useStore(running?.history?.recent.list ?? noCalls);
  const history = features.history ? running?.history : undefined;
  useEffect(() => void history?.recent.load(), [history]);
  const recents = useSame(useMemo(() => recentPeople(calls, names), [calls, names]));
  const { phases, ...findables } = useFindables(features.directory && isTyping, recents);
  const isLoading =
    (features.contacts && phases.contacts === 'loading') ||
    (features.services && phases.services === 'loading') ||
    (features.directory && phases.directory === 'loading');
  return { ...findables, recents, isLoading };
}

/**
 * `value`, or the earlier one with the same content: names and pictures that arrive while the user types do not
 * build the index of all people again.
 */
function useSame<T>(value: T): T {
  const [kept, keep] = useState(value);
  if (kept === value || JSON.stringify(kept) === JSON.stringify(value)) return kept;
  keep(value);
  return value;
}
