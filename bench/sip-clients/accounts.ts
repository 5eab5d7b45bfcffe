import { hashToken } from '../../apps/server/src/crypto/secrets.ts';
import { openRepositories } from '../../apps/server/src/storage/repositories/open-repositories.ts';
import type { Identity } from './client.ts';
import { each } from './each.ts';

const SECRET = 'the-secret-of-every-user-of-this-bench';

/** The one secret, for a peer that has no database. */
export const sharedSecret = SECRET;

/**
 * Users with an address each, because limits count by address.
 * @param network the first two numbers of the addresses
 */
export const createIdentities = (count: number, network: string): readonly Identity[] =>
  Array.from({ length: count }, (_, index) => ({
    username: `user-${String(index).padStart(4, '0')}`,
    secret: SECRET,
    // The last number is from 1 to 250.
    address: `${network}.${Math.floor(index / 250)}.${(index % 250) + 1}`,
  }));

/** Adds an account with a session for each user to a database. */
export async function addAccounts(
  identities: readonly Identity[],
  domain: string,
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl?: string },
): Promise<void> {
  const { repositories, close } = await openRepositories(dataDir, { databaseUrl });
  await each(identities.length, 8, async (index) => {
    const identity = identities[index];
    if (identity === undefined) return;
    const { username, secret } = identity;
    const account = await repositories.accounts.add({
      kind: 'person',
      username,
      passwordHash: undefined,
      organisationId: 1,
      status: 'active',
      addresses: [`${username}@${domain}`],
      properties: [],
    });
    if (account === undefined) throw new Error(`${username} could not be added`);
    const session = { tokenHash: hashToken(username), lastUsedAt: Date.now(), sipSecret: secret };
    await repositories.sessions.add({ accountId: account.id, ...session }, 10);
  });
  await close();
}
