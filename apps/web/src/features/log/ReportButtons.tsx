import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Alert } from '../../ui/notices/Alert.tsx';
import { saveFile } from '../../ui/save-file.ts';
import styles from './ReportButtons.module.css';

const fileName = 'report.txt';

/** Buttons to copy or download the report for support. */
export function ReportButtons({ makeReport }: { readonly makeReport: () => string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<'yes' | 'no'>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(makeReport());
      setCopied('yes');
    } catch {
      setCopied('no');
    }
  }

  return (
    <section aria-label={t('log.report')} className={styles.report}>
      <p>
        <strong>{t('log.report')}.</strong> {t('log.private')}
      </p>
      <div className={styles.buttons}>
        <Button onPress={() => void copy()}>{t('log.copy')}</Button>
        <Button onPress={() => saveFile(fileName, 'text/plain', makeReport())}>{t('log.download')}</Button>
      </div>
      <div aria-live="polite">
        {copied === undefined ? undefined : (
          <Alert type={copied === 'yes' ? 'success' : 'danger'}>
            {copied === 'yes' ? t('log.copied') : t('log.notcopied')}
          </Alert>
        )}
      </div>
    </section>
  );
}
