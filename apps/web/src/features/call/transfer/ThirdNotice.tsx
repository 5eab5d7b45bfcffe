import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import { AnnouncedNotice } from '../three/AnnouncedNotice.tsx';
import { LostNotice } from '../three/LostNotice.tsx';
import { ThreeNotice } from '../three/ThreeNotice.tsx';
import { TransferNotice } from './TransferNotice.tsx';

/** A transfer that has worked is the headline of the ended call. */
const transferOf = ({ transfer }: ClientState) => (transfer?.phase === 'done' ? undefined : transfer);
const threeOf = ({ three }: ClientState) => three;
const lostOf = ({ lost, three }: ClientState) =>
  lost?.isThere && !lost.isRead && three === undefined ? lost : undefined;
/** The user who will come, as the caller has said; undefined = none. */
const announcedIn = ({ call, behind }: ClientState): string | undefined =>
  call.phase === 'accepted' && call.call.direction === 'incoming' && behind === undefined
    ? call.call.withUser
    : undefined;

/** What the user reads of a third user: a transfer of the call, or a call of three. */
export function ThirdNotice({ name }: { readonly name: string }) {
  const transfer = useClient(transferOf);
  const three = useClient(threeOf);
  const lost = useClient(lostOf);
  const announced = useClient(announcedIn);
  return (
    <>
      {transfer && <TransferNotice name={name} transfer={transfer} />}
      {three && <ThreeNotice name={name} three={three} />}
      {lost && <LostNotice name={name} lost={lost} />}
      {announced && three === undefined && lost === undefined ? (
        <AnnouncedNotice name={name} address={announced} />
      ) : undefined}
    </>
  );
}
