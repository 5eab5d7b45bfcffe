import type { Identity } from '../../storage/repositories/repositories.ts';
import type { HttpContext } from '../plumbing/http-context.ts';

/**
 * The state of an account with which a ticket to log in was made: the connection with the identity and the password. It
 * is another one, or undefined, when the account was disconnected or has a new password.
 */
export async function entrantStateOf(
  { accountId, identity }: { readonly accountId: string; readonly identity: Identity },
  { repositories, hashToken }: Pick<HttpContext, 'repositories' | 'hashToken'>,
): Promise<string | undefined> {
  const connected = await repositories.identities.find(identity);
  const account = await repositories.accounts.findById(accountId);
  return account === undefined || connected?.accountId !== accountId
    ? undefined
    : hashToken(`${connected.connectedAt} ${account.passwordHash ?? ''}`);
}
