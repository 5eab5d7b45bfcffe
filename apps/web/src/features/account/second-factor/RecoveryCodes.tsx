import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppServices } from '../../../client/hooks/app-services.ts';
import type { TextKey } from '../../../i18n/index.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import styles from './SecondFactor.module.css';

type Props = {
  readonly codes: readonly string[];
  readonly username: string;
  readonly onDone: () => void;
};

/** New recovery codes. They are shown once: the server has only their hashes. */
export function RecoveryCodes({ codes, username, onDone }: Props) {
  const { t } = useTranslation();
  const { brand } = useAppServices();
  const [outcome, setOutcome] = useState<TextKey>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const text = [`${brand.name}: ${t('secondfactor.codes_title')} (${username})`, '', ...codes, ''].join('\n');

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('about.copied');
    } catch {
      setOutcome('about.notcopied');
    }
  }
  return (
    <section className={styles.part}>
      <h2 ref={heading} tabIndex={-1} className={styles.title}>
        {t('secondfactor.codes_title')}
      </h2>
      <p>{t('secondfactor.codes_shown')}</p>
      <ul className={styles.codes} dir="ltr">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Button icon="copy" onPress={() => void copy()}>
          {t('secondfactor.codes_copy')}
        </Button>
        <Button onPress={() => saveFile('recovery-codes.txt', 'text/plain', text)}>
          {t('owndata.download')}
        </Button>
        <Button onPress={() => window.print()}>{t('secondfactor.codes_print')}</Button>
      </div>
      <output>{outcome === undefined ? '' : t(outcome)}</output>
      <div>
        <Button kind="primary" onPress={onDone}>
          {t('secondfactor.codes_done')}
        </Button>
      </div>
    </section>
  );
}
