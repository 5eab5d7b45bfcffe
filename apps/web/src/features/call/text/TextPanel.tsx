import type { Conversation } from '@samtal/realtime-text';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../client/calling/text-look.ts';
import { DoubtfulText, type DoubtfulTextProps } from './DoubtfulText.tsx';
import { IncomingText } from './IncomingText.tsx';
import { KnockButton } from './KnockButton.tsx';
import { OwnText } from './OwnText.tsx';
import { SharedText } from './SharedText.tsx';
import styles from './TextPanel.module.css';

export type TextPanelProps = DoubtfulTextProps & {
  /** Name of the remote user. */
  readonly name: string;
  readonly look: TextLook;
  /** Both texts in order of arrival; used in the one-box layout only. */
  readonly conversation: Conversation;
  /** Text of the remote user. Lines are separated by `\n`, lost text is U+FFFD. */
  readonly incoming: string;
  /** Number of UTF-16 units that came before `incoming` and are no longer kept. */
  readonly incomingCut?: number;
  readonly own: string;
  readonly onEdit: (value: string) => void;
  readonly onKnock: () => void;
  /** Why the user cannot write; undefined = writing is possible. */
  readonly closedBecause?: string | undefined;
  /** The text transport, for windows in which the header of the call has no room for it (decision D10). */
  readonly transport?: string | undefined;
  /** Further tools for the text. */
  readonly tools?: ReactNode;
};

/** Real-time text: the remote user's text above own text, beside it, or both in one box (RTT-01 … -04). */
export function TextPanel({ name, look, conversation, incoming, own, ...rest }: TextPanelProps) {
  const { incomingCut, doubts, late, onEdit, onKnock, closedBecause, transport, tools } = rest;
  const { t } = useTranslation();
  return (
    <div className={styles.room}>
      <div
        className={styles.panel}
        data-layout={look.layout}
        data-large={look.isLarge || undefined}
        style={look.style}
      >
        <div className={styles.head}>
          <div className={styles.about} data-transport={transport}>
            <p className={styles.caption}>
              <bdi className={styles.caption}>{t('text.who', { name })}</bdi>
            </p>
          </div>
          <KnockButton onKnock={closedBecause === undefined ? onKnock : undefined} />
          {tools}
        </div>
        <div className={styles.texts}>
          {look.layout === 'oneBox' ? (
            <SharedText name={name} conversation={conversation} />
          ) : (
            <IncomingText text={incoming} cutBefore={incomingCut} />
          )}
          <OwnText value={own} closedBecause={closedBecause} onEdit={onEdit} />
        </div>
        <DoubtfulText doubts={doubts} late={late} />
      </div>
    </div>
  );
}
