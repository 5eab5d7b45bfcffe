import type { TransferOrder, TransferState } from '@samtal/call-core';
import { use, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ClientContext, useKnownNames } from '../../../client/hooks/use-client.ts';
import { withKnownName } from '../../../client/people/known-names.ts';
import { nameOf } from '../../../client/people/remote-user-name.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { Answers } from './Answers.tsx';
import { wordsOfTransfer } from './transfer-words.ts';
import { useTransferOrders } from './use-transfer-orders.ts';

export type TransferNoticeProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly transfer: TransferState;
};

/**
 * Says how a transfer of the call goes, and asks before this side calls the target (decision D87). The name of the target
 * is the one that the user knows, never what the other end claims.
 */
export function TransferNotice({ name, transfer }: TransferNoticeProps) {
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const names = useKnownNames();
  const focusReturn = useFocusReturn();
  const people = use(ClientContext)?.people;
  const { address } = transfer.target;
  useEffect(() => people?.learnNames([address]), [people, address]);
  const target = withKnownName({ address }, names).displayName ?? address;
  // Of two calls, the one whose user is asked may be behind (decision D101).
  const asked = transfer.side === 'own' ? transfer.attended?.user : undefined;
  const words = { name: asked ? nameOf(withKnownName(asked, names)) : name, target };
  const order = (wanted: TransferOrder) => () => void give(wanted);
  const isOver = transfer.phase === 'failed' || transfer.phase === 'done';
  const isAsked = transfer.side === 'peer' && transfer.phase === 'asked';
  const isCalling = transfer.side === 'peer' && transfer.phase === 'calling';
  return (
    <div {...focusReturn}>
      <Alert
        type={transfer.phase === 'failed' ? 'danger' : 'info'}
        dismissLabel={t('error.dismiss')}
        onDismiss={isOver ? order({ do: 'dismiss' }) : undefined}
      >
        <p dir="auto">
          {t(wordsOfTransfer(transfer), words)}{' '}
          {isAsked && target !== address ? <bdi>{address}</bdi> : undefined}
        </p>
        {hasFailed ? <p dir="auto">{t('transfer.not_loaded')}</p> : undefined}
        {isAsked ? (
          <Answers>
            <Button kind="primary" onPress={order({ do: 'accept' })}>
              {t('transfer.call', words)}
            </Button>
            <Button onPress={order({ do: 'decline' })}>{t('transfer.stay')}</Button>
          </Answers>
        ) : undefined}
        {isCalling ? (
          <Answers>
            <Button onPress={order({ do: 'decline' })}>{t('common.cancel')}</Button>
          </Answers>
        ) : undefined}
      </Alert>
    </div>
  );
}
