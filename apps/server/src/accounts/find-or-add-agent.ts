import type { Account } from '../domain/accounts/account.ts';
import type { AccountRepository } from '../storage/repositories/repositories.ts';

type NewAgent = {
  /** Username, and user part of the address. */
  readonly name: string;
  readonly domain: string;
  readonly createSecret: () => string;
};

/**
 * The account of a server agent, created with a random SIP secret when it does not exist. It cannot log in.
 * @returns undefined when another account has the name
 */
export async function findOrAddAgent(
  accounts: AccountRepository,
  { name, domain, createSecret }: NewAgent,
): Promise<Account | undefined> {
  const found = await accounts.findByUsername(name);
  if (found !== undefined) return found.kind === 'party' ? found : undefined;
  return accounts.add({
    kind: 'party',
    username: name,
    passwordHash: undefined,
    sipPassword: createSecret(),
    organisationId: 1,
    status: 'active',
    addresses: [`${name}@${domain}`],
    properties: [],
  });
}
