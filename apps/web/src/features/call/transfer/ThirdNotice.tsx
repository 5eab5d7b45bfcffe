import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import { AnnouncedNotice } from '../three/AnnouncedNotice.tsx';
import { ThreeNotice } from '../three/ThreeNotice.tsx';
import { TransferNotice } from './TransferNotice.tsx';

const transferOf = ({ transfer }: ClientState) => transfer;
const threeOf = ({ three }: ClientState) => three;
/** The user who will come, as the caller has said; undefined = none. */
const announcedIn = ({ call, behind }: ClientState): string | undefined =>
  call.phase === 'accepted' && call.call.direction === 'incoming' && behind === undefined
    ? call.call.withUser
    : undefined;

/** What the user reads of a third user: a transfer of the call, or a call of three. */
export function ThirdNotice({ name }: { readonly name: string }) {
  const transfer = useClient(transferOf);
  const three = useClient(threeOf);
  const announced = useClient(announcedIn);
  return (
    <>
      {transfer && <TransferNotice name={name} transfer={transfer} />}
      {three && <ThreeNotice name={name} three={three} />}
      {announced && three === undefined ? <AnnouncedNotice name={name} address={announced} /> : undefined}
    </>
  );
}
