import {
  DEMO_AGENTS,
  DEMO_ORGANISATIONS,
  DEMO_PASSWORD,
  DEMO_PEOPLE,
} from '../../domain/accounts/demo-accounts.ts';
import type { PasswordHasher } from '../../domain/accounts/password-hash.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { findOrAddAgent } from '../find-or-add-agent.ts';
import { seedDemoPeople } from './seed-demo-people.ts';
import { seedDemoSamples } from './seed-demo-samples.ts';

type Seeding = {
  readonly domain: string;
  readonly hasher: PasswordHasher;
  readonly createSecret: () => string;
  /** Time just after the sample calls, in milliseconds since the epoch; default: now. */
  readonly now?: number;
  /** New accounts get contacts and a message too. */
  readonly hasSamples?: boolean;
};

/** Adds missing demo accounts and organisation settings; existing ones stay unchanged. */
export async function seedDemo(
  repositories: Repositories,
  { domain, hasher, createSecret, now = Date.now(), hasSamples = false }: Seeding,
): Promise<void> {
  const { accounts, settings, organisations } = repositories;
  const newAccounts: { readonly id: string; readonly username: string }[] = [];
  for (const { organisationId, settings: decided } of DEMO_ORGANISATIONS) {
    if ((await organisations.list(organisationId)).length > 0) continue;
    for (const entry of decided) await organisations.set(organisationId, entry);
  }
  for (const person of DEMO_PEOPLE) {
    if ((await accounts.findByUsername(person.username)) !== undefined) continue;
    const account = await accounts.add({
      kind: 'person',
      username: person.username,
      passwordHash: await hasher.hash(DEMO_PASSWORD),
      organisationId: person.organisationId,
      status: 'active',
      addresses: [`${person.username}@${domain}`],
      properties: [
        { key: 'FORENAME', value: person.firstName },
        { key: 'SURNAME', value: person.lastName },
        { key: 'EMAIL', value: `${person.username}@${domain}` },
      ],
    });
    if (account === undefined) continue;
    newAccounts.push({ id: account.id, username: person.username });
    for (const entry of person.systemSettings) await settings.set(account.id, 'system', entry);
  }
  for (const name of DEMO_AGENTS) await findOrAddAgent(accounts, { name, domain, createSecret });
  await seedDemoPeople(repositories, { domain, now, newAccounts: newAccounts.map(({ id }) => id) });
  if (hasSamples) await seedDemoSamples(repositories, { domain, now, newAccounts });
}
