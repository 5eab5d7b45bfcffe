import { randomUUID } from 'node:crypto';
import type { Database } from '../../database/database.ts';
import { exclusively } from '../exclusively.ts';
import type { AccountRepository } from '../repositories.ts';
import { createAccountChanges } from './account-changes.ts';
import { createAccountLookup } from './account-lookup.ts';
import { isTaken, NAMES } from './account-names.ts';
import { createAccountRemoval } from './account-removal.ts';
import { insertAccount, readAccount } from './account-rows.ts';
import { createAnonymousAccounts } from './anonymous-accounts.ts';

export const createAccountRepository = (database: Database): AccountRepository => ({
  async add(account) {
    const id = randomUUID();
    const isAdded = await exclusively(database, NAMES, async (transaction) => {
      if (await isTaken(transaction, account)) return false;
      await insertAccount(transaction, id, account);
      return true;
    });
    return isAdded ? readAccount(database, id) : undefined;
  },
  ...createAccountLookup(database),
  ...createAccountChanges(database),
  ...createAnonymousAccounts(database),
  ...createAccountRemoval(database),
});
