import type { Reservation } from '@samtal/sip';
import { SIP_LIMITS } from '../domain/limits/limits.ts';
import { createSharedPool } from '../domain/limits/shared-pool.ts';
import type { Flow } from './flow.ts';
import { accountOf, isOfServerAgent } from './flow.ts';

/** Reserves memory for a request on a flow; undefined = its account's share, or the total, is used up. */
export type TransactionBudget = (flow: Flow | undefined, bytes: number) => Reservation | undefined;

const unlimited: Reservation = { add: () => undefined, release: () => undefined };

/**
 * Limits the memory of open requests, in total and per account over all its connections (RFC 3261 §26.1.5).
 */
export function createTransactionBudget(): TransactionBudget {
  const pool = createSharedPool({
    total: SIP_LIMITS.requestMemoryMb * 1024 * 1024,
    fraction: SIP_LIMITS.requestMemoryShare,
  });
  const heldByAccount = new Map<string, number>();

  function reserve(username: string, bytes: number): Reservation | undefined {
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
  }

  return (flow, bytes) => {
    const account = flow && accountOf(flow);
    // An unproven flow has at most one open request at a time.
    if (flow === undefined || account === undefined || isOfServerAgent(flow)) return unlimited;
    return reserve(account, bytes);
  };
}
