import { domainProblem } from '../domain/installation.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/**
 * Makes `sipDomain` the domain of this data folder. While no person has an address, the domain may still be
 * replaced, because the server creates its agents anew at each start.
 * @returns the problem and its remedy; undefined = there is none
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
