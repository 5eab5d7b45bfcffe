import { type Contact, contactName, type Service } from '@samtal/api-contract';
import type { Party } from '@samtal/call-core';

/** What a person calls somebody: the name that their contacts or the services have for a SIP address. */
export type KnownNames = (address: string) => string | undefined;

export const nobodyKnown: KnownNames = () => undefined;

const plain = (address: string): string => address.replace(/^sips?:/i, '').toLowerCase();

/** The person's own contacts come before the services of the organisation. */
export function knownNamesOf(contacts: readonly Contact[], services: readonly Service[]): KnownNames {
  const names = new Map<string, string>();
  const add = (address: string, name: string): void => {
    if (name !== '' && name !== address) names.set(plain(address), name);
  };
  for (const { sipaddress, fname } of services) add(sipaddress, fname);
  for (const contact of contacts) add(contact.sipaddress, contactName(contact));
  return (address) => names.get(plain(address));
}

/** The party with the name it is known by, which counts more than the one it gives itself. */
export function withKnownName(party: Party, names: KnownNames): Party {
  const displayName = names(party.address);
  return displayName === undefined ? party : { ...party, displayName };
}
