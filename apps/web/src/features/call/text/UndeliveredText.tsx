import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './TextPanel.module.css';

export type UndeliveredTextProps = {
  /** Own text that did not arrive, oldest first. */
  readonly undelivered: readonly { readonly id: number; readonly text: string }[];
};

/** What the other party has not got, said as soon as that is known (decision D10). */
export function UndeliveredText({ undelivered }: UndeliveredTextProps) {
  const { t } = useTranslation();
  return (
    <output className={styles.undelivered}>
      {undelivered.map(({ id, text }) => (
        <span key={id}>
          <Icon name="warning" size="1.25em" />
          <bdi>{t('text.undelivered', { text })}</bdi>
        </span>
      ))}
    </output>
  );
}
