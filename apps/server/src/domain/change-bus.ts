import { CHANGE_KINDS, type ChangeEvent } from '@samtal/api-contract';

/**
 * A change of an account's data that its tabs and devices are told about. `sessions` stays inside the server:
 * a session of the account has ended, so each open stream checks whether its own session still exists.
 */
export type Change = ChangeEvent['kind'] | 'sessions';

export const CHANGES = [...CHANGE_KINDS, 'sessions'] as const satisfies readonly Change[];

/** Passes changes from the code that makes them to the code that notifies browsers, in all server processes. */
export type ChangeBus = {
  publish(accountId: string, change: Change): void;
  /** Calls `listener` for each change of the account. @returns a function that ends the subscription */
  readonly subscribe: (accountId: string, listener: (change: Change) => void) => () => void;
};

/** The bus of one process, which knows the accounts that have listeners. */
export type OwnChangeBus = ChangeBus & { accounts(): readonly string[] };

/** A bus within one process; listeners run before `publish` returns. */
export function createChangeBus(): OwnChangeBus {
  const listeners = new Map<string, Set<(change: Change) => void>>();
  return {
    accounts: () => [...listeners.keys()],
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
