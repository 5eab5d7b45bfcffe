import type { RemoteUser } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { ClientContext, useKnownNames } from '../../../client/hooks/use-client.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';

/** The name that the user knows for this address, which is asked for where it is not known yet; else the address. */
export function useUserName(user: RemoteUser): string {
  const people = use(ClientContext)?.people;
  const { address } = user;
  useEffect(() => people?.learnNames([address]), [people, address]);
  return nameOf(withKnownName(user, useKnownNames()));
}
