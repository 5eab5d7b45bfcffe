import type { DoubtInWords } from '@samtal/realtime-text';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon.tsx';
import styles from './TextPanel.module.css';

export type DoubtfulTextProps = {
  /** Own text that may not have arrived, and own text that may not have been erased, oldest first. */
  readonly doubts: readonly DoubtInWords[];
};

/** What the other party may have otherwise than it was typed, said as soon as that is known (decision D41). */
export function DoubtfulText({ doubts }: DoubtfulTextProps) {
  const { t } = useTranslation();
  return (
    <output className={styles.doubts}>
      {doubts.map(({ id, kind, text }) => (
        <span key={id}>
          <Icon name="warning" size="1.25em" />
          <bdi>{t(kind === 'text' ? 'text.doubtful' : 'text.seen', { text })}</bdi>
        </span>
      ))}
    </output>
  );
}
