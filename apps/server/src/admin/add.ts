import { ERROR_CODES } from '@samtal/api-contract';
import { addPerson } from '../accounts/add-person.ts';
import type { Account } from '../domain/accounts/account.ts';
import type { AdminTools } from './command.ts';
import { AdminError } from './command.ts';

/** An account that was added, and the password if the tool has made it. */
type Added = { readonly account: Account; readonly password: string | undefined };

/** The username of the account is taken. */
export class UsernameTakenError extends AdminError {}

/** Adds an account as `addPerson` does; throws an `AdminError` when it is refused. */
export async function add(
  tools: AdminTools,
  values: Readonly<Record<string, string | undefined>>,
): Promise<Added> {
  const result = await addPerson({ ...tools, sipDomain: tools.config.sipDomain }, values);
  if (!result.ok)
    throw new (result.errorCode === ERROR_CODES.usernameExists ? UsernameTakenError : AdminError)(
      result.problem,
    );
  return result;
}
