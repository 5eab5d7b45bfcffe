import type { TransferState } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { ClientContext, useKnownNames } from '../../../client/hooks/use-client.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';

/**
 * The names of the user who is asked to call, and of the target. The name of the target is the one that the user knows,
 * never what the other end claims (decision D87).
 * @param name name of the remote user
 */
export function useTransferNames(transfer: TransferState, name: string) {
  const names = useKnownNames();
  const people = use(ClientContext)?.people;
  const { address } = transfer.target;
  useEffect(() => people?.learnNames([address]), [people, address]);
  // Of two calls, the one whose user is asked may be behind (decision D101).
  const asked = transfer.side === 'own' ? transfer.attended?.user : undefined;
  return {
    name: asked ? nameOf(withKnownName(asked, names)) : name,
    target: withKnownName({ address }, names).displayName ?? address,
  };
}
