import type { Clock } from '@samtal/sip';
import type { EventLog } from '../domain/event-log.ts';
import { OWN_DATA_LIMITS } from '../domain/limits/limits.ts';
import type { Audit } from '../domain/security-event.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import type { AccountService } from './account-service.ts';

type Parts = {
  readonly repositories: Pick<Repositories, 'accounts' | 'deletions'>;
  readonly accountService: Pick<AccountService, 'remove'>;
  readonly audit: Audit;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'error'>;
};

/** Removes the accounts whose users have asked for it, and whose time to keep them is over (decision D96). */
async function removeDue({ repositories, accountService, audit, clock }: Parts): Promise<void> {
  const { accounts, deletions } = repositories;
  for (;;) {
    const now = clock.now();
    const id = await deletions.claimDue(now, now + OWN_DATA_LIMITS.claimMs);
    if (id === undefined) return;
    const account = await accounts.findById(id);
    if (account !== undefined && (await accountService.remove(account)))
      audit({ event: 'account_removed', account: account.username, detail: 'asked by the user' });
  }
}

/**
 * Carries out due deletions immediately, and then every minute. A removal that the end of a process interrupts is
 * continued by the next one.
 * @returns a function that stops this, and waits for a removal that runs
 */
export function startRemovingAccounts(parts: Parts): () => Promise<void> {
  const { clock, log } = parts;
  let isStopped = false;
  let cancel = (): void => undefined;
  async function check(): Promise<void> {
    await removeDue(parts).catch((error: unknown) => log.error({ event: 'account_not_removed', err: error }));
    if (isStopped) return;
    cancel = clock.setTimer(OWN_DATA_LIMITS.checkMs, () => {
      running = check();
    });
  }
  let running = check();
  return async () => {
    isStopped = true;
    cancel();
    await running;
  };
}
