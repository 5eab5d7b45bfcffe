import type { Identity } from '../../storage/repositories/repositories.ts';
import type { HttpContext } from '../plumbing/http-context.ts';

/**
 * The state of an account with which a ticket to log in was made: the connection with the identity, the password, and how
 * often it was logged out everywhere. A ticket whose state is no longer the same is not valid; undefined = not connected.
 */
export async function entrantStateOf(
  { accountId, identity }: { readonly accountId: string; readonly identity: Identity },
  { repositories, hashToken }: Pick<HttpContext, 'repositories' | 'hashToken'>,
): Promise<string | undefined> {
  const connected = await repositories.identities.find(identity);
  const account = await repositories.accounts.findById(accountId);
  return account === undefined || connected?.accountId !== accountId
    ? undefined
    : hashToken(`${connected.connectedAt} ${account.logOuts} ${account.passwordHash ?? ''}`);
}
