import {
  type Contact,
  completeSipAddress,
  contactName,
  type DirectoryEntry,
  type Service,
} from '@samtal/api-contract';

/** A person or service that the dial page finds. */
export type Findable = {
  /** The same for the same person each time the lists are read. */
  readonly key: string;
  readonly kind: 'contact' | 'service' | 'recent' | 'directory';
  readonly name: string;
  readonly address: string;
  /** As stored with the person; '' = none. */
  readonly image: string;
  readonly isFavourite: boolean;
  /** Whether one of the latest calls was with this address. */
  readonly isRecent: boolean;
};

export type FindableLists = {
  readonly contacts: readonly Contact[];
  readonly services: readonly Service[];
  readonly directory: readonly DirectoryEntry[];
  /** People of the latest calls, newest first. */
  readonly recents: readonly { readonly name: string; readonly address: string }[];
};

/**
 * All people and services that the dial page finds, once each: contacts, then services, people of the latest
 * calls who are neither, and the directory.
 * @param ownDomain completes addresses without a domain
 */
export function findablesOf(
  { contacts, services, directory, recents }: FindableLists,
  ownDomain: string,
): readonly Findable[] {
  const complete = (address: string): string => completeSipAddress(address, ownDomain);
  const called = new Set(recents.map(({ address }) => complete(address)));
  const found: Findable[] = [];
  const listed = new Set<string>();
  const named = new Set<string>();
  const add = (entry: Omit<Findable, 'isRecent'>): void => {
    const address = complete(entry.address);
    listed.add(address);
    named.add(`${address} ${entry.name}`);
    found.push({ ...entry, isRecent: called.has(address) });
  };
  for (const contact of contacts)
    add({
      key: `contact ${contact.id}`,
      kind: 'contact',
      name: contactName(contact),
      address: contact.sipaddress,
      image: contact.imageUrl,
      isFavourite: contact.favourite === true,
    });
  for (const { id, fname, sipaddress, imageUrl } of services) {
    if (sipaddress === '' || named.has(`${complete(sipaddress)} ${fname}`)) continue;
    const name = fname || sipaddress;
    add({
      key: `service ${id}`,
      kind: 'service',
      name,
      address: sipaddress,
      image: imageUrl,
      isFavourite: false,
    });
  }
  for (const { name, address } of recents)
    if (!listed.has(complete(address)))
      add({
        key: `recent ${complete(address)}`,
        kind: 'recent',
        name,
        address,
        image: '',
        isFavourite: false,
      });
  for (const { id, name, phone, image } of directory) {
    if (!phone || named.has(`${complete(phone)} ${name}`)) continue;
    const key = `directory ${id}`;
    add({ key, kind: 'directory', name, address: phone, image: image ?? '', isFavourite: false });
  }
  return found;
}
