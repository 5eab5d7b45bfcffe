import { CAPABILITY_KEYS, valueOf } from '@samtal/api-contract';
import type { HistoryApi } from '../ports/history-api.ts';
import type { SignedIn } from '../session/session.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { browserHistory } from './browser-history.ts';
import { accountHistory, type HistoryStore } from './history-store.ts';

/** The user whose calls are kept, and where. */
export type HistoryOwner = {
  /** Identifies one login. */
  readonly key: string;
  /** Identifies the user, also after another login. */
  readonly name: string;
  readonly store: HistoryStore;
  /** Where the missed calls are stored. */
  readonly missed: { readonly store: KeyValueStore; readonly key: string };
  /** Deletes what may not stay when the user has left. */
  readonly leave: () => void;
};

export type OwnerOptions = {
  readonly api: HistoryApi;
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Survives a reload only. */
  readonly tabStore: KeyValueStore;
};

export function historyOwner(
  { user, isPassing = false }: SignedIn,
  { api, localStore, tabStore }: OwnerOptions,
): HistoryOwner {
  const { username, securityToken, capabilities } = user;
  const key = `${username} ${securityToken}`;
  // Passing visitors share one user name.
  const name = isPassing ? key : username;
  const callsKey = `callHistory ${name}`;
  const inBrowser = isPassing ? tabStore : localStore;
  const missed = { store: inBrowser, key: `missedCalls ${name}` };
  const leave = (): void => {
    if (isPassing) for (const stored of [callsKey, missed.key]) inBrowser.remove(stored);
  };
  const shared = { key, name, missed, leave };
  return valueOf(capabilities, CAPABILITY_KEYS.history) === 'true'
    ? { ...shared, store: accountHistory(api, securityToken) }
    : { ...shared, store: browserHistory(inBrowser, callsKey) };
}
