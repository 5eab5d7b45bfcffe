import type { ScreenState } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { useIntents } from '../../../client/hooks/use-client.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { Alert } from '../../../ui/notices/Alert.tsx';
import { SpokenWords } from '../../../ui/notices/SpokenWords.tsx';
import styles from './ScreenNotice.module.css';
import { isQuiet, wordsOfScreen } from './screen-words.ts';

export type ScreenNoticeProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly screen: ScreenState;
};

/** Says as long as the user shares their screen that they do, with a button that ends it, or why they do not. */
export function ScreenNotice({ name, screen }: ScreenNoticeProps) {
  const { t } = useTranslation();
  const intents = useIntents();
  const focusReturn = useFocusReturn();
  const words = wordsOfScreen(screen);
  const isGood = isQuiet(screen);
  const isShared = screen.own !== 'none';
  if (words === undefined) return undefined;
  return (
    <div className={styles.frame} {...focusReturn}>
      <Alert
        type={isGood ? 'info' : 'danger'}
        isInLiveRegion
        dismissLabel={t('error.dismiss')}
        onDismiss={isShared ? undefined : () => intents.dismissScreenNotice()}
      >
        <div className={styles.notice}>
          <SpokenWords isUrgent={!isGood}>
            <p dir="auto">{t(words, { name })}</p>
          </SpokenWords>
          {isShared ? (
            <Button kind="primary" onPress={() => void intents.shareScreen(false)}>
              {t(screen.own === 'choosing' ? 'common.cancel' : 'screen.stop')}
            </Button>
          ) : undefined}
        </div>
      </Alert>
    </div>
  );
}
