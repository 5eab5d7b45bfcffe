import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/buttons/Button.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './TestReport.module.css';

/** The result as text, to copy and send to support. */
export function TestReport({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [copied, setCopied] = useState<string>();
  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      // The text is selected, so that the user can copy it with the keyboard or the browser's menu.
    }
  }
  return (
    <Card className={styles.report}>
      <h2 id={id} className={styles.title}>
        {t('test.report')}
      </h2>
      <p>{t('test.report_hint')}</p>
      <textarea
        ref={field}
        className={styles.text}
        aria-labelledby={id}
        dir="ltr"
        rows={12}
        readOnly
        value={text}
      />
      <div className={styles.copy}>
        <Button icon="copy" onPress={() => void copy()}>
          {t('test.copy')}
        </Button>
        <output>{copied === text ? t('quality.copied') : undefined}</output>
      </div>
    </Card>
  );
}
