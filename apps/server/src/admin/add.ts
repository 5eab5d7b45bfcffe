import { addPerson } from '../accounts/add-person.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

/** Adds an account as `addPerson` does; throws an `AdminError` when it is refused. */
export async function add(
  tools: AdminTools,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Account> {
  const result = await addPerson({ ...tools, sipDomain: tools.config.sipDomain }, values);
  if (!result.ok) throw new AdminError(result.problem);
  return result.account;
}
