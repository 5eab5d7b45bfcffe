import { claimedName } from '@samtal/api-contract';
import type { KnownPeople, Person } from './known-names.ts';
import { nameOf } from './remote-user-name.ts';

/** What is known of a person from a call or a message. */
export type SeenPerson = {
  readonly address: string;
  /** What the person calls themselves; untrusted text. */
  readonly claimed?: string | null | undefined;
};

/**
 * The person behind an address, for every screen: as the user's contacts, the services or the organisation
 * name them; else as they call themselves, which `source: 'claim'` marks; else the user part of the address
 * (decision D61).
 */
export function personOf({ address, claimed }: SeenPerson, known: KnownPeople): Person {
  const person = known(address);
  if (person !== undefined) return person;
  const name = claimedName(claimed ?? undefined);
  if (name !== undefined) return { name, image: '', source: 'claim' };
  return { name: nameOf({ address }), image: '', source: 'address' };
}
