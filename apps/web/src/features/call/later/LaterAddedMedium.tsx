import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import type { AddedMediumProps } from '../in-call/AddedMedium.tsx';
import { useLaterParts } from './use-later-parts.ts';

const addedOf = ({ addition }: ClientState) => addition.added;

/** The notice about a medium that the remote user has added, once its code is loaded. */
export function LaterAddedMedium({ name }: Pick<AddedMediumProps, 'name'>) {
  const added = useClient(addedOf);
  return added && <Loaded name={name} added={added} />;
}

function Loaded(props: AddedMediumProps) {
  const parts = useLaterParts();
  if (parts.phase !== 'ready') return undefined;
  const { AddedMedium } = parts.value;
  return <AddedMedium {...props} />;
}
