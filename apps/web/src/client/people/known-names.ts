import { type Contact, contactName, type Service } from '@samtal/api-contract';
import type { RemoteUser } from '@samtal/call-core';

/**
 * Returns the user's own name for a SIP address, from their contacts or the services; undefined if there is
 * none.
 */
export type KnownNames = (address: string) => string | undefined;

export const nobodyKnown: KnownNames = () => undefined;

const plain = (address: string): string => address.replace(/^sips?:/i, '').toLowerCase();

/**
 * The names of contacts and services by their SIP addresses; a contact takes precedence over a service
 * (A-105).
 */
export function knownNamesOf(contacts: readonly Contact[], services: readonly Service[]): KnownNames {
  const names = new Map<string, string>();
  const add = (address: string, name: string): void => {
    if (name !== '' && name !== address) names.set(plain(address), name);
  };
  for (const { sipaddress, fname } of services) add(sipaddress, fname);
  for (const contact of contacts) add(contact.sipaddress, contactName(contact));
  return (address) => names.get(plain(address));
}

/** The remote user with the user's own name for them, which overrides the name they send. */
export function withKnownName(remoteUser: RemoteUser, names: KnownNames): RemoteUser {
  const displayName = names(remoteUser.address);
  return displayName === undefined ? remoteUser : { ...remoteUser, displayName };
}
