import { DEMO_PASSWORD, DEMO_PEOPLE } from '../../domain/accounts/demo-accounts.ts';
import type { PasswordHasher } from '../../domain/accounts/password-hash.ts';
import type { AccountRepository } from '../../storage/repositories/repositories.ts';

/** Names of the demo accounts that still have the published password (decision D1). */
export async function openDemoAccounts(
  accounts: AccountRepository,
  hasher: PasswordHasher,
): Promise<readonly string[]> {
  const open: string[] = [];
  for (const { username } of DEMO_PEOPLE) {
    const account = await accounts.findByUsername(username);
    if (account !== undefined && (await hasher.verify(DEMO_PASSWORD, account.passwordHash)))
      open.push(username);
  }
  return open;
}
