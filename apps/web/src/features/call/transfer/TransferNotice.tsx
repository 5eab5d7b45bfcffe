import type { TransferOrder, TransferState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { Answers } from './Answers.tsx';
import { wordsOfTransfer } from './transfer-words.ts';
import { useTransferNames } from './use-transfer-names.ts';
import { useTransferOrders } from './use-transfer-orders.ts';

export type TransferNoticeProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly transfer: TransferState;
};

/** Says how a transfer of the call goes, and asks before this side calls the target (decision D87). */
export function TransferNotice({ name, transfer }: TransferNoticeProps) {
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const focusReturn = useFocusReturn();
  const { address } = transfer.target;
  const words = useTransferNames(transfer, name);
  const order = (wanted: TransferOrder) => () => void give(wanted);
  const isAsked = transfer.side === 'peer' && transfer.phase === 'asked';
  const hasEnded = transfer.phase === 'failed';
  const isCalling = transfer.side === 'peer' && transfer.phase === 'calling';
  return (
    <div {...focusReturn}>
      <Alert
        type={hasEnded ? 'danger' : 'info'}
        isInLiveRegion
        dismissLabel={t('error.dismiss')}
        onDismiss={hasEnded ? order({ do: 'dismiss' }) : undefined}
      >
        <SpokenWords isUrgent={hasEnded || isAsked}>
          <p dir="auto">
            {t(wordsOfTransfer(transfer), words)}{' '}
            {isAsked && words.target !== address ? <bdi>{address}</bdi> : undefined}
          </p>
          {hasFailed ? <p dir="auto">{t('transfer.not_loaded')}</p> : undefined}
        </SpokenWords>
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
