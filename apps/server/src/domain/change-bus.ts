import type { ChangeEvent } from '@samtal/api-contract';

/**
 * A change of an account's data that its tabs and devices are told about. `sessions` stays inside the server:
 * a session of the account has ended, so each open stream checks whether its own session still exists.
 */
export type Change = ChangeEvent['kind'] | 'sessions';

/**
 * Passes changes from the code that makes them to the code that notifies browsers. If a deployment has
 * several processes, it can be implemented with the notifications of the database.
 */
export type ChangeBus = {
  publish(accountId: string, change: Change): void;
  /** Calls `listener` for each change of the account. @returns a function that ends the subscription */
  subscribe(accountId: string, listener: (change: Change) => void): () => void;
};

/** A bus within one process; listeners run before `publish` returns. */
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
