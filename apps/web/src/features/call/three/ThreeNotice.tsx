import type { ThreePeopleState, TransferOrder } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import styles from '../transfer/TransferNotice.module.css';
import { useUserName } from '../use-user-name.ts';
import { wordsOfThree } from './three-words.ts';

export type ThreeNoticeProps = {
  /** Name of the remote user of the call in front. */
  readonly name: string;
  readonly three: ThreePeopleState;
};

/** The orders that a press gives while this goes on, with their words. */
const withdrawals = {
  calling: 'common.cancel',
  dialling: 'common.cancel',
  asking: 'three.leave',
} as const;

/** Says how a call of three comes about, and asks the partner before anything of theirs goes to the third user. */
export function ThreeNotice({ name, three }: ThreeNoticeProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const other = useUserName(three.other);
  const focusReturn = useFocusReturn();
  const key = wordsOfThree(three);
  if (key === undefined) return undefined;
  const { phase } = three;
  const words = { name, other };
  const { address } = three.other;
  const order = (wanted: TransferOrder) => () => void intents.transfer(wanted);
  const withdrawal = phase in withdrawals ? withdrawals[phase as keyof typeof withdrawals] : undefined;
  return (
    <div {...focusReturn}>
      <Alert
        type={phase === 'failed' ? 'danger' : 'info'}
        dismissLabel={t('error.dismiss')}
        onDismiss={phase === 'failed' ? order({ do: 'dismiss' }) : undefined}
      >
        <p dir="auto">
          {t(key, words)} {phase === 'asked' && other !== address ? <bdi>{address}</bdi> : undefined}
        </p>
        {phase === 'asked' ? (
          <>
            <p dir="auto">{t('three.means', words)}</p>
            <div className={styles.answers}>
              <Button kind="primary" onPress={order({ do: 'accept' })}>
                {t('three.agree')}
              </Button>
              <Button onPress={order({ do: 'decline' })}>{t('three.refuse')}</Button>
            </div>
          </>
        ) : undefined}
        {withdrawal === undefined ? undefined : (
          <div className={styles.answers}>
            <Button onPress={order({ do: 'decline' })}>
              <bdi>{t(withdrawal, words)}</bdi>
            </Button>
          </div>
        )}
      </Alert>
    </div>
  );
}
