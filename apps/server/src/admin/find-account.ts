import type { Account } from '../domain/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

/** The person of that name; throws a line that says what to do when there is none. */
export async function findPerson({ repositories }: AdminTools, username = ''): Promise<Account> {
  const account = await repositories.accounts.findByUsername(username);
  if (account?.kind !== 'person')
    throw new AdminError(`There is no account "${username}". See "npm run admin -- list".`);
  return account;
}
