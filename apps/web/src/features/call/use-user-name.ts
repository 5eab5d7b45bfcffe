import type { RemoteUser } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { ClientContext, useKnownNames } from '../../client/hooks/use-client.ts';
import { withKnownName } from '../../client/people/known-names.ts';
import { nameOf } from '../../client/people/remote-user-name.ts';

/** The name that the user knows for this address, which is asked for where it is not known yet; else the address. */
export function useUserName(user: RemoteUser | undefined): string {
  const people = use(ClientContext)?.people;
  const names = useKnownNames();
  const address = user?.address;
  useEffect(() => (address === undefined ? undefined : people?.learnNames([address])), [people, address]);
  return user === undefined ? '' : nameOf(withKnownName(user, names));
}
