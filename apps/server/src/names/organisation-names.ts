import { type Brand, completeSipAddress, featuresFor, type NamedAddress } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

/** Returns the names that the organisation of an account has for addresses. */
export type OrganisationNames = (
  account: Account,
  asked: readonly string[],
) => Promise<readonly NamedAddress[]>;

export type OrganisationNamesOptions = {
  readonly repositories: Pick<Repositories, 'names' | 'organisations'>;
  readonly brand: Brand;
  readonly sipDomain: string;
};

/**
 * Creates the lookup of the names of colleagues and of directory entries (decision D61). Callers without an
 * account, users of organisations without the feature, and addresses of other organisations get no name; the
 * answer does not tell whether an address exists.
 */
export function createOrganisationNames(options: OrganisationNamesOptions): OrganisationNames {
  const { repositories, brand, sipDomain } = options;
  const { names, organisations } = repositories;

  async function maySeeNames({ kind, organisationId }: Account): Promise<boolean> {
    if (kind !== 'person') return false;
    return featuresFor(brand, organisationId, await organisations.list(organisationId)).colleagueNames;
  }

  return async (account, asked) => {
    if (!(await maySeeNames(account))) return [];
    const { organisationId } = account;
    const addresses = [...new Set(asked.map((address) => completeSipAddress(address, sipDomain)))];
    const colleagues = await names.ofColleagues(organisationId, addresses);
    const named = new Map(colleagues.map((colleague) => [colleague.address, colleague]));
    // A directory entry may have only the number of an address in the own domain.
    const numbers = new Map(addresses.map((address) => [address, address]));
    for (const address of addresses)
      if (address.endsWith(`@${sipDomain}`)) numbers.set(address.slice(0, -sipDomain.length - 1), address);
    for (const { address: phone, name } of await names.ofDirectory(organisationId, [...numbers.keys()])) {
      const address = numbers.get(phone);
      if (address !== undefined && !named.has(address)) named.set(address, { address, name });
    }
    return [...named.values()];
  };
}
