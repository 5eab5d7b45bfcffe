import { expect } from 'vitest';
import type { Account } from '../../domain/accounts/account.ts';
import type { NewAccount, Repositories } from '../repositories/repositories.ts';

/** An account of a person with one address; `more` replaces single fields. */
export const newAccount = (username: string, more: Partial<NewAccount> = {}): NewAccount => ({
  kind: 'person',
  username,
  passwordHash: 'hash',
  sipPassword: 'secret',
  organisationId: 1,
  status: 'active',
  addresses: [`${username.toLowerCase()}@demo.example`],
  properties: [],
  ...more,
});

/** Stores an account of a person; the test fails if its name or address is taken. */
export async function addAccount(
  { accounts }: Pick<Repositories, 'accounts'>,
  username: string,
  more?: Partial<NewAccount>,
): Promise<Account> {
  return (await accounts.add(newAccount(username, more))) ?? expect.fail('taken');
}
