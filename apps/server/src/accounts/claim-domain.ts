import { domainProblem } from '../domain/installation.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/**
 * Makes `sipDomain` the domain of this data folder. As long as no person has an address, another one can take its
 * place: the parties, which are made anew at each start, are all that would be left behind.
 * @returns what is wrong with it and what to do
 */
export async function claimDomain(
  { accounts, installation }: Pick<Repositories, 'accounts' | 'installation'>,
  sipDomain: string,
): Promise<string | undefined> {
  const known = await installation.read();
  const problem = domainProblem(known, sipDomain);
  if (problem !== undefined) {
    const all = await accounts.list();
    if (all.some(({ kind }) => kind === 'person')) return problem;
    for (const { id } of all) await accounts.remove(id);
  }
  await installation.write({ ...known, SIP_DOMAIN: sipDomain });
  return undefined;
}
