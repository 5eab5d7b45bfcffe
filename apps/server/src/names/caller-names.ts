import { claimedName, contactName, visibleName } from '@samtal/api-contract';
import type { Account } from '../domain/accounts/account.ts';
import { WEB_PUSH_LIMITS } from '../domain/limits/limits.ts';
import { wholeList } from '../storage/repositories/in-pages.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { createOrganisationNames, type OrganisationNamesOptions } from './organisation-names.ts';

/** A caller as the SIP message names them. */
type Caller = {
  /** `user@domain` in lower case. */
  readonly address: string;
  /** Untrusted text. */
  readonly name: string | undefined;
};

/** Returns the name under which an account knows a caller. */
export type CallerNames = (callee: Account, caller: Caller) => Promise<string>;

type Options = OrganisationNamesOptions & { readonly repositories: Pick<Repositories, 'contacts'> };

const shortened = (name: string): string => {
  const characters = Array.from(name);
  return characters.length > WEB_PUSH_LIMITS.nameLength
    ? `${characters.slice(0, WEB_PUSH_LIMITS.nameLength).join('')}…`
    : name;
};

const withoutScheme = (address: string): string => address.replace(/^sips?:/i, '').toLowerCase();

/**
 * Creates the lookup of callers for texts outside the page, with the same order as on the screens (A-105,
 * decision D61): the callee's contact, a service, the organisation, what the caller claims, the user part of
 * the address.
 */
export function createCallerNames(options: Options): CallerNames {
  const { contacts } = options.repositories;
  const ofOrganisation = createOrganisationNames(options);

  async function knownName(callee: Account, address: string): Promise<string | undefined> {
    const contact = await contacts.findByAddress(callee.id, address);
    if (contact !== undefined) return contactName(contact);
    const services = await wholeList(contacts.services(callee.organisationId));
    const service = services.find(({ sipaddress }) => withoutScheme(sipaddress) === address);
    if (service !== undefined) return service.fname;
    const [named] = await ofOrganisation(callee, [address]);
    // Users choose the names of their accounts themselves, so a name must not look like another address.
    return claimedName(named?.name);
  }

  return async (callee, { address, name }) => {
    const known = visibleName((await knownName(callee, address)) ?? '');
    const claimed = known === '' ? claimedName(name) : known;
    return shortened(claimed ?? visibleName(address.split('@')[0] ?? ''));
  };
}
