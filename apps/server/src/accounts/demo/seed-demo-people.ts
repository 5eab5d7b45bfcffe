import { demoDirectory, demoHistory, demoServices } from '../../domain/accounts/demo-people.ts';
import { DEFAULT_LIMITS, HISTORY_LIMITS } from '../../domain/limits/limits.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';

type Seeding = {
  readonly domain: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /**
   * Ids of the accounts that this start has created. Older accounts have their samples already, and their
   * users may have changed them.
   */
  readonly newAccounts: readonly string[];
};

/** Gives demo accounts contacts to call, a directory and a sample history. */
export async function seedDemoPeople(
  { contacts, directory, history }: Repositories,
  { domain, now, newAccounts }: Seeding,
): Promise<void> {
  const room = { entries: HISTORY_LIMITS.entries, bytes: DEFAULT_LIMITS.historyBytes };
  for (const accountId of newAccounts)
    for (const record of demoHistory(domain, now)) await history.add(accountId, record, room);
  if (newAccounts.length === 0) return;
  await contacts.replaceServices(undefined, demoServices(domain));
  const { entries, types, categories } = demoDirectory(domain);
  await directory.replace(entries, { types, categories });
}
