import { type Contact, claimedName, contactName, type Service } from '@samtal/api-contract';
import type { RemoteUser } from '@samtal/call-core';

/** Who says what a person is called, the most trusted one first (decision D61). */
export type NameSource = 'contact' | 'service' | 'organisation' | 'claim' | 'address';

/** A person as the screens show them. */
export type Person = {
  readonly name: string;
  /** Address of an image, '' = none. */
  readonly image: string;
  readonly source: NameSource;
};

/** What the organisation knows of an address. */
export type Colleague = Pick<Person, 'name' | 'image'>;

/** Returns what the user or the organisation calls a SIP address; undefined if neither knows it. */
export type KnownPeople = (address: string) => Person | undefined;

/** The names alone of {@link KnownPeople}. */
export type KnownNames = (address: string) => string | undefined;

export const nobodyKnown: KnownNames = () => undefined;
export const noPeopleKnown: KnownPeople = () => undefined;

/** A SIP address as the key of tables: without scheme, in lower case. */
export const plainAddress = (address: string): string => address.replace(/^sips?:/i, '').toLowerCase();

/**
 * The people of the user's contacts, of the services and of the organisation by their SIP addresses: a
 * contact takes precedence over a service, and a service over the organisation (A-105, decision D61).
 * @param organisation what the organisation knows, by plain address
 */
export function knownPeopleOf(
  contacts: readonly Contact[],
  services: readonly Service[],
  organisation: ReadonlyMap<string, Colleague>,
): KnownPeople {
  const people = new Map<string, Person>();
  const add = (address: string, person: Person): void => {
    if (person.name !== '' && person.name !== address) people.set(plainAddress(address), person);
  };
  // Users choose the names of their accounts themselves, so a name must not look like another address.
  for (const [address, { name, image }] of organisation)
    add(address, { name: claimedName(name) ?? '', image, source: 'organisation' });
  for (const { sipaddress, fname: name, imageUrl: image } of services)
    add(sipaddress, { name, image, source: 'service' });
  for (const contact of contacts) {
    // A picture of the user's own choice comes before the one that the colleague has chosen (decision D67).
    const image = contact.imageUrl || (organisation.get(plainAddress(contact.sipaddress))?.image ?? '');
    add(contact.sipaddress, { name: contactName(contact), image, source: 'contact' });
  }
  return (address) => people.get(plainAddress(address));
}

export const namesOf =
  (people: KnownPeople): KnownNames =>
  (address) =>
    people(address)?.name;

/** Whether the user or the operator has chosen this name, so that the address need not become a contact. */
export const isListed = (person: Person | undefined): boolean =>
  person?.source === 'contact' || person?.source === 'service';

/** The remote user with the known name, which overrides the name they send. */
export function withKnownName(remoteUser: RemoteUser, names: KnownNames): RemoteUser {
  const displayName = names(remoteUser.address);
  return displayName === undefined ? remoteUser : { ...remoteUser, displayName };
}
