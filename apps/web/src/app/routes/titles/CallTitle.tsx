import type { ClientState } from '@samtal/call-core';
import { useClient, useKnownNames } from '../../../client/hooks/use-client.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { PageTitle } from './PageTitle.tsx';

const remoteUserOf = ({ call }: ClientState) => ('call' in call ? call.call.remoteUser : undefined);

/** Titles the browser's tab with the name of the remote user, in place of the page that the call hides. */
export function CallTitle() {
  const remoteUser = useClient(remoteUserOf);
  const names = useKnownNames();
  if (remoteUser === undefined) return undefined;
  return <PageTitle page={nameOf(withKnownName(remoteUser, names))} />;
}
