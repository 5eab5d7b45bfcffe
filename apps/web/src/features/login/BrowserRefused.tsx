import { useTranslation } from 'react-i18next';
import type { UnsupportedReason } from '../../client/product/browser-support.ts';
import { Alert } from '../../ui/notices/Alert.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './LoginScreen.module.css';

export type BrowserRefusedProps = {
  readonly reason: UnsupportedReason;
  /** The operator's text for unsupported browsers; '' = the standard text (BROWSER-02). */
  readonly unsupportedMessage: string;
};

/** Shown instead of login or call: why this browser cannot make calls, and what the user can do. */
export function BrowserRefused({ reason, unsupportedMessage }: BrowserRefusedProps) {
  const { t } = useTranslation();
  const messages: Readonly<Record<UnsupportedReason, string>> = {
    unsupported: unsupportedMessage || t('error.unsupportedbrowser'),
    outOfDate: t('error.browseroutofdate'),
    outOfDateIos151: t('error.browseroutofdate.ios.15.1'),
    noWebRtc: t('login.nowebrtc'),
  };
  return (
    <Card className={styles.card}>
      <h1>{t('error.title')}</h1>
      <Alert type="danger">{messages[reason]}</Alert>
      <p>{reason.startsWith('outOfDate') ? t('login.updatebrowser') : t('login.otherbrowser')}</p>
    </Card>
  );
}
