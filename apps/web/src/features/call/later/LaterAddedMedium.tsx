import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { AddedMediumProps } from '../in-call/AddedMedium.tsx';
import { laterPart } from './later-part.tsx';

const addedOf = ({ addition }: ClientState) => addition.added;
const AddedMedium = laterPart((parts) => parts.AddedMedium);

/** The notice about a medium that the remote user has added, once its code is loaded. */
export function LaterAddedMedium({ name }: Pick<AddedMediumProps, 'name'>) {
  const added = useClient(addedOf);
  return added && <AddedMedium name={name} added={added} />;
}
