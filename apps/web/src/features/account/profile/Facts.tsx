import { useTranslation } from 'react-i18next';
import styles from './Facts.module.css';

export type Fact = { readonly label: string; readonly lines: readonly string[] };

/** A list of names and values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  const { t } = useTranslation();
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, lines }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd data-empty={lines.length === 0}>
            {lines.length === 0
              ? t('edituser.none')
              : lines.map((line) => (
                  <span key={line} className={styles.line}>
                    <bdi>{line}</bdi>
                  </span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
