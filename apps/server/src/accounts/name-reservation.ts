import type { Brand } from '@samtal/api-contract';
import { isReservedName, isTrustedName, RESERVED_NAMES } from '../domain/accounts/reserved-names.ts';
import type { EventLog } from '../domain/event-log.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

type Parts = {
  readonly brand: Pick<Brand, 'anonymous'>;
  readonly repositories: Pick<Repositories, 'accounts' | 'listedAddresses' | 'organisations'>;
  readonly sipDomain: string;
};

const isName = (name: string, other: string): boolean =>
  name.trim().toLowerCase() === other.trim().toLowerCase();

/**
 * Whether the server or the brand uses this name, so that no user may have it.
 * @param name username, or user part of a SIP address
 */
export const isNameInUse = (name: string, { brand }: { readonly brand: Pick<Brand, 'anonymous'> }): boolean =>
  isReservedName(name) || isName(name, brand.anonymous.username);

/** The emergency numbers of all organisations: their users call them, and are called from them. */
const emergencyNumbersOf = async ({ repositories }: Pick<Parts, 'repositories'>): Promise<string[]> =>
  (await repositories.organisations.valuesOf('GEO_EMERGENCY_NUMBERS')).flatMap((value) => value.split(','));

/**
 * Whether a name is reserved: the server or the brand uses it, others would trust it in need, or a service or directory
 * entry has it.
 */
export const isNameReserved = async (name: string, parts: Parts): Promise<boolean> =>
  isNameInUse(name, parts) ||
  isTrustedName(name, await emergencyNumbersOf(parts)) ||
  (await parts.repositories.listedAddresses.has(name, parts.sipDomain));

/** Warns the operator of users who had a name before the brand or the server began to use it. */
export async function warnOfReservedNames(
  {
    brand,
    repositories,
  }: {
    readonly brand: Pick<Brand, 'anonymous'>;
    readonly repositories: Pick<Repositories, 'accounts'>;
  },
  log: Pick<EventLog, 'warn'>,
): Promise<void> {
  const names = new Set([...RESERVED_NAMES, brand.anonymous.username.trim().toLowerCase()]);
  for (const username of names) {
    const account = await repositories.accounts.findByUsername(username);
    if (account?.kind === 'person') log.warn({ event: 'reserved_name_in_use', username });
  }
}
