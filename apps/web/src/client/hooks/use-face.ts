import { use, useEffect } from 'react';
import { ClientContext, useKnownPeople } from './use-client.ts';

/**
 * The address of the picture of a person: `own`, such as the one that the user has chosen for a contact, or else
 * the one that the colleague at `address` has chosen (decision D67); '' = none that is known yet.
 */
export function useFace(address: string, own = ''): string {
  const people = use(ClientContext)?.people;
  const known = useKnownPeople();
  const isWanted = own === '' && address !== '';
  useEffect(() => (isWanted ? people?.learnShown(address) : undefined), [people, address, isWanted]);
  return own || (known(address)?.image ?? '');
}
