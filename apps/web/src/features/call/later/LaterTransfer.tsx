import type { ClientState } from '@samtal/call-core';
import { useClient } from '../../../client/hooks/use-client.ts';
import { laterPart } from './later-part.tsx';

const transferOf = ({ transfer }: ClientState) => transfer;
const TransferNotice = laterPart((parts) => parts.TransferNotice);

/** The notice about a transfer of the call, once its code is loaded. */
export function LaterTransfer({ name }: { readonly name: string }) {
  const transfer = useClient(transferOf);
  return transfer && <TransferNotice name={name} transfer={transfer} />;
}
