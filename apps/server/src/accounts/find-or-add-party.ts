import type { Account } from '../domain/account.ts';
import type { AccountRepository } from '../storage/repositories/repositories.ts';

type NewParty = {
  /** Username, and user part of its address. */
  readonly name: string;
  readonly domain: string;
  readonly createSecret: () => string;
};

/**
 * The account of a service that lives in the server; made with a random secret when there is none. Nobody logs in to
 * it.
 * @returns undefined when the name belongs to somebody else
 */
export async function findOrAddParty(
  accounts: AccountRepository,
  { name, domain, createSecret }: NewParty,
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
