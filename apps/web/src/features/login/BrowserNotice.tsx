import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import styles from './BrowserNotice.module.css';

export type BrowserNoticeProps = {
  readonly about: 'firefox' | 'supported';
  readonly onClose: () => void;
  readonly onCloseForGood: () => void;
};

/** A note about the browser, which does not stop the user from logging in (BROWSER-06, BROWSER-07). */
export function BrowserNotice({ about, onClose, onCloseForGood }: BrowserNoticeProps) {
  const { t } = useTranslation();
  return (
    <Alert type="info" dismissLabel={t('error.dismiss')} onDismiss={onClose}>
      <p>{about === 'firefox' ? t('error.browser.firefox') : t('error.browserwarning.supported')}</p>
      <div className={styles.forGood}>
        <Button kind="quiet" onPress={onCloseForGood}>
          {t('error.browserwarning.closeAndDontShowAgain')}
        </Button>
      </div>
    </Alert>
  );
}
