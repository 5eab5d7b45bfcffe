import type { Reservation } from '@samtal/sip';
import { createSharedPool } from '../domain/limits/shared-pool.ts';

/** Reserves memory for a request of an account; undefined = this account, or all together, use too much. */
export type TransactionBudget = (username: string, bytes: number) => Reservation | undefined;

/** Limits the memory of open requests: one share per account, over all connections (RFC 3261 §26.1.5). */
export function createTransactionBudget(limits: { total: number; fraction: number }): TransactionBudget {
  const pool = createSharedPool(limits);
  const heldByAccount = new Map<string, number>();

  return (username, bytes) => {
    if (!pool.take(heldByAccount.get(username) ?? 0, bytes)) return undefined;
    let held = 0;
    function note(more: number): void {
      held += more;
      const left = (heldByAccount.get(username) ?? 0) + more;
      if (left === 0) heldByAccount.delete(username);
      else heldByAccount.set(username, left);
    }
    note(bytes);
    return {
      add(more) {
        pool.add(more);
        note(more);
      },
      release() {
        pool.add(-held);
        note(-held);
      },
    };
  };
}
