import type { ClientState, TransferState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useClient } from '../../../client/hooks/use-client.ts';
import { wordsOfTransfer } from './transfer-words.ts';
import { useTransferNames } from './use-transfer-names.ts';

const transferOf = ({ transfer }: ClientState) => transfer;

type ConnectedTitleProps = {
  /** Name of the remote user. */
  readonly name: string;
};

/** Headline of a call that is over because the user has connected the two others (decisions D87, D101). */
export function ConnectedTitle({ name }: ConnectedTitleProps) {
  const transfer = useClient(transferOf);
  return transfer && <Title name={name} transfer={transfer} />;
}

function Title({ name, transfer }: ConnectedTitleProps & { readonly transfer: TransferState }) {
  const { t } = useTranslation();
  const words = t(wordsOfTransfer(transfer), useTransferNames(transfer, name));
  const end = /\P{M}\p{M}*[\u2069.]*$/u.exec(words)?.index ?? 0;
  // A long address may break anywhere, but its full stop does not stand alone on a line.
  return (
    <>
      {words.slice(0, end)}
      <span style={{ whiteSpace: 'nowrap' }}>{words.slice(end)}</span>
    </>
  );
}
