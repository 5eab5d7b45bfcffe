import { setTimeout as delay } from 'node:timers/promises';
import { CHANGES, type Change, type ChangeBus, type OwnChangeBus } from '../../domain/change-bus.ts';
import { COORDINATION_LIMITS, SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import type { News } from './notifications.ts';

export type SharedChanges = ChangeBus & {
  /** Another process tells of these changes. */
  heard(changes: readonly (readonly [accountId: string, change: Change])[]): void;
  /** Tells every event stream of this process that anything may have changed, in steps: their pages ask anew. */
  anythingChanged(): void;
  /** Ends the telling; fulfilled when the last changes are told, or cannot be. */
  readonly close: () => Promise<void>;
};

/** Pauses that do not keep the process alive. */
const pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

/** Bytes of one change in a notification, at most. */
const bytesOf = (change: readonly [string, Change]): number => Buffer.byteLength(JSON.stringify(change)) + 1;

/**
 * Passes changes to the listeners of this process, and by `tell` to the other processes. Changes that come while one
 * notification is on its way are put together, each once.
 */
export function createSharedChanges(own: OwnChangeBus, tell: (news: News) => Promise<void>): SharedChanges {
  let waiting = new Map<string, readonly [string, Change]>();
  let isTooMany = false;
  let telling: Promise<void> | undefined;
  let isClosed = false;
  const hasClosed = (): boolean => isClosed;
  let isSpreading = false;
  let isSpreadDue = false;

  function next(): readonly (readonly [string, Change])[] {
    const portion: (readonly [string, Change])[] = [];
    let bytes = 0;
    for (const change of waiting.values()) {
      bytes += bytesOf(change);
      if (portion.length > 0 && bytes > COORDINATION_LIMITS.notificationBytes) break;
      portion.push(change);
    }
    return portion;
  }

  async function tellAll(): Promise<void> {
    while (isTooMany || waiting.size > 0) {
      const wasTooMany = isTooMany;
      const portion = next();
      if (wasTooMany) {
        waiting = new Map();
        isTooMany = false;
      } else for (const each of portion) waiting.delete(each.join(' '));
      try {
        await tell(
          wasTooMany
            ? { type: 'anything' }
            : { type: 'changes', changes: [...portion].map(([id, change]) => [id, change]) },
        );
      } catch {
        // The database is away: the log says so, and the changes are told when it is there again.
        if (wasTooMany) isTooMany = true;
        else for (const each of portion) waiting.set(each.join(' '), each);
        if (hasClosed()) return;
        await pause(SERVER_LOCK_LIMITS.retryMs);
      }
    }
  }

  async function spread(): Promise<void> {
    const { accountsPerStep, stepMs } = COORDINATION_LIMITS;
    while (isSpreadDue && !hasClosed()) {
      isSpreadDue = false;
      const accounts = own.accounts();
      for (let start = 0; start < accounts.length && !hasClosed(); start += accountsPerStep) {
        for (const account of accounts.slice(start, start + accountsPerStep))
          for (const change of CHANGES) own.publish(account, change);
        await pause(stepMs);
      }
    }
    isSpreading = false;
  }

  return {
    subscribe: own.subscribe,
    publish(accountId, change) {
      own.publish(accountId, change);
      if (isClosed) return;
      if (waiting.size < COORDINATION_LIMITS.waitingChanges)
        waiting.set(`${accountId} ${change}`, [accountId, change]);
      else isTooMany = true;
      telling ??= tellAll().finally(() => {
        telling = undefined;
      });
    },
    heard(changes) {
      for (const [accountId, change] of changes) own.publish(accountId, change);
    },
    anythingChanged() {
      isSpreadDue = true;
      if (isSpreading) return;
      isSpreading = true;
      void spread();
    },
    async close() {
      isClosed = true;
      await telling;
    },
  };
}
