import type { LostUser } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { Late } from '../../../ui/notices/Late.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import { useTransferOrders } from '../transfer/use-transfer-orders.ts';
import { useUserName } from '../use-user-name.ts';
import { SETTLED_MS } from './three-words.ts';

export type LostNoticeProps = {
  /** Name of the remote user whose call stays open. */
  readonly name: string;
  readonly lost: LostUser;
};

/** Says who is still in a call with the remote user, and is not seen any more. */
export function LostNotice({ name, lost }: LostNoticeProps) {
  const { t } = useTranslation();
  const { give, hasFailed } = useTransferOrders();
  const other = useUserName(lost.user);
  const focusReturn = useFocusReturn();
  const dismiss = (): void => void give({ do: 'dismiss' });
  return (
    <Late afterMs={SETTLED_MS}>
      <div {...focusReturn}>
        <Alert type="info" isInLiveRegion dismissLabel={t('error.dismiss')} onDismiss={dismiss}>
          <SpokenWords>
            <p dir="auto">{t('three.lost', { name, other })}</p>
            {hasFailed ? <p dir="auto">{t('transfer.not_loaded')}</p> : undefined}
          </SpokenWords>
        </Alert>
      </div>
    </Late>
  );
}
