import type { ChangeEvent } from '@samtal/api-contract';

/**
 * Something of an account that its tabs and devices should know of. `sessions` stays inside the server: some session
 * of the account has ended, and whoever serves one looks whether it is theirs.
 */
export type Change = ChangeEvent['kind'] | 'sessions';

/**
 * Carries changes from where they happen to whoever tells browsers. A deployment of several processes can put the
 * notices of its database behind it.
 */
export type ChangeBus = {
  publish(accountId: string, change: Change): void;
  /** @returns how to stop listening */
  subscribe(accountId: string, listener: (change: Change) => void): () => void;
};

/** A bus within one process; listeners hear of a change before `publish` returns. */
export function createChangeBus(): ChangeBus {
  const listeners = new Map<string, Set<(change: Change) => void>>();
  return {
    publish(accountId, change) {
      for (const listener of listeners.get(accountId) ?? []) listener(change);
    },
    subscribe(accountId, listener) {
      const ofAccount = listeners.get(accountId) ?? new Set();
      listeners.set(accountId, ofAccount.add(listener));
      return () => {
        ofAccount.delete(listener);
        if (ofAccount.size === 0 && listeners.get(accountId) === ofAccount) listeners.delete(accountId);
      };
    },
  };
}
