import { CAPABILITY_KEYS, valueOf } from '@samtal/api-contract';
import type { HistoryApi } from '../ports/history-api.ts';
import type { SignedIn } from '../session/session.ts';
import type { KeyValueStore } from '../store/key-value-store.ts';
import { browserHistory } from './browser-history.ts';
import { accountHistory, type HistoryStore } from './history-store.ts';
import type { MissedCallsPlace } from './missed-calls.ts';

/** The user whose calls are kept, and the stores in which they are kept. */
export type HistoryOwner = {
  /** Identifies one login. */
  readonly key: string;
  /**
   * Identifies the user, also after another login; equal to `key` for passing visitors, because several of
   * them can share one user name.
   */
  readonly name: string;
  readonly store: HistoryStore;
  readonly missed: MissedCallsPlace;
  /** Deletes the data of a passing visitor; called when the user has left. */
  readonly leave: () => void;
};

export type OwnerOptions = {
  readonly api: HistoryApi;
  /** Shared by the tabs of this origin. */
  readonly localStore: KeyValueStore;
  /** Its content survives a reload of the tab, but not its closing. */
  readonly tabStore: KeyValueStore;
};

export function historyOwner(
  { user, isPassing = false }: SignedIn,
  { api, localStore, tabStore }: OwnerOptions,
): HistoryOwner {
  const { username, securityToken, capabilities } = user;
  const key = `${username} ${securityToken}`;
  // Passing visitors can share one user name, so their names contain the security token.
  const name = isPassing ? key : username;
  const callsKey = `callHistory ${name}`;
  const inBrowser = isPassing ? tabStore : localStore;
  const missed = {
    store: inBrowser,
    key: `missedCalls ${name}`,
    knownKey: `callsKnownUntil ${name}`,
  };
  const leave = (): void => {
    if (!isPassing) return;
    for (const stored of [callsKey, missed.key, missed.knownKey]) inBrowser.remove(stored);
  };
  const shared = { key, name, missed, leave };
  return valueOf(capabilities, CAPABILITY_KEYS.history) === 'true'
    ? { ...shared, store: accountHistory(api, securityToken) }
    : { ...shared, store: browserHistory(inBrowser, callsKey) };
}
