import type { Role } from '@samtal/api-contract';
import type { Audit } from '../domain/security-event.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

type Tools = { readonly repositories: Pick<Repositories, 'accounts'>; readonly audit: Audit };

/**
 * Gives an account the role that the provider says at this log-in, or takes away the one that it said before (decision
 * D107). A role that was given by hand stays as it is.
 * @param role undefined = the provider says none
 */
export async function followProviderRole(
  accountId: string,
  role: Role | undefined,
  { repositories: { accounts }, audit }: Tools,
): Promise<void> {
  const account = await accounts.findById(accountId);
  if (account?.kind !== 'person' || account.role === role) return;
  if (!(await accounts.changeRole(accountId, role, 'provider'))) return;
  audit({ event: 'role_changed', account: account.username, detail: `${role ?? 'none'} (provider)` });
}
