import type { ChangeBus } from '../domain/change-bus.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/**
 * Creates a function that watches the mailbox of the person with an address: how many messages it has, and when that
 * may have changed. Other accounts have none (decision D104).
 */
export function createMailboxWatch(
  { accounts, messages }: Pick<Repositories, 'accounts' | 'messages'>,
  changes: Pick<ChangeBus, 'subscribe'>,
) {
  return async (address: string, changed: () => void) => {
    const account = await accounts.findByAddress(address);
    if (account?.kind !== 'person' || account.status !== 'active') return undefined;
    const { id } = account;
    const close = changes.subscribe(id, (change) => {
      if (change === 'messages') changed();
    });
    return { count: () => messages.count(id), close };
  };
}
