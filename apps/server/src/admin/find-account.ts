import { TOOL_COMMAND } from '../config/tool-command.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

/** The user account with this username; throws an `AdminError` when there is none. */
export async function findPerson({ repositories }: AdminTools, username = ''): Promise<Account> {
  const account = await repositories.accounts.findByUsername(username);
  if (account?.kind !== 'person')
    throw new AdminError(`There is no account "${username}". See "${TOOL_COMMAND} list".`);
  return account;
}

/** When the user has last logged in, in UTC. */
export const lastLoginOf = ({ lastLoginAt }: Account): string =>
  lastLoginAt === undefined ? 'never' : new Date(lastLoginAt).toISOString();
