import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { IncomingText } from './IncomingText.tsx';
import { OwnText } from './OwnText.tsx';
import styles from './TextPanel.module.css';

export type TextPanelProps = {
  /** The other party. */
  readonly name: string;
  /** Lines are parted by `\n`, lost text is U+FFFD. */
  readonly incoming: string;
  readonly own: string;
  /** Own text that did not arrive, oldest first. */
  readonly undelivered: readonly { readonly id: number; readonly text: string }[];
  readonly onEdit: (value: string) => void;
  readonly onKnock: () => void;
};

/** Real-time text, the other party's words over the own ones (RTT-01, RTT-04). */
export function TextPanel({ name, incoming, own, undelivered, onEdit, onKnock }: TextPanelProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <p className={styles.caption}>
          <bdi>{t('text.who', { name })}</bdi>
        </p>
        <Button kind="quiet" icon="bell" onPress={onKnock}>
          {t('toolbar.knock')}
        </Button>
      </div>
      <IncomingText text={incoming} />
      <OwnText value={own} onEdit={onEdit} />
      <output className={styles.undelivered}>
        {undelivered.map(({ id, text }) => (
          <span key={id}>
            <Icon name="warning" size="1.25em" />
            <bdi>{t('text.undelivered', { text })}</bdi>
          </span>
        ))}
      </output>
    </div>
  );
}
