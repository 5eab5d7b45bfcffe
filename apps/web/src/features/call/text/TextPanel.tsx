import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextLook } from '../../../client/calling/text-look.ts';
import { DoubtfulText, type DoubtfulTextProps } from './DoubtfulText.tsx';
import { KnockButton } from './knock/KnockButton.tsx';
import { IncomingText } from './log/IncomingText.tsx';
import { OwnText, type OwnTextProps } from './own/OwnText.tsx';
import { ownLineStart, withoutOwnLine } from './own/own-line.ts';
import { LiveSharedText } from './shared/LiveSharedText.tsx';
import type { SharedRun } from './shared/SharedText.tsx';
import styles from './TextPanel.module.css';
import { observePinch } from './tools/pinch.ts';

export type TextPanelProps = DoubtfulTextProps & {
  /** Name of the remote user, or both names in a call of three. */
  readonly name: string;
  /** The same names, each for itself. */
  readonly people?: readonly string[];
  readonly look: TextLook;
  /** Both texts in order of arrival; shown in the one-box layout only. */
  readonly conversation: readonly SharedRun[];
  /** When the call was accepted, in ms since the epoch; the times of the turns count from then. */
  readonly startedAt?: number | undefined;
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
  /** Receives each step by which a pinch on the text makes it larger (1) or smaller (-1). */
  readonly onPinch?: ((step: -1 | 1) => void) | undefined;
  /** The phrases that the buttons beside the field offer; undefined = there are no such buttons. */
  readonly helpers?: OwnTextProps['helpers'];
};

/** Real-time text: the remote user's text above own text, beside it, or both in one box (RTT-01 … -04). */
export function TextPanel({ name, look, conversation, incoming, own, ...rest }: TextPanelProps) {
  const { incomingCut, doubts, late, onEdit, onKnock, closedBecause, transport, tools } = rest;
  const { t } = useTranslation();
  const texts = useRef<HTMLDivElement>(null);
  const { onPinch, people = [name] } = rest;
  useEffect(
    () =>
      texts.current === null || onPinch === undefined ? undefined : observePinch(texts.current, onPinch),
    [onPinch],
  );
  const isOneBox = look.layout === 'oneBox';
  // In one box the field holds the line that is being written; the lines before it are in the conversation.
  const lineStart = isOneBox ? ownLineStart(own) : 0;
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
            {people.map((each) => (
              <p key={each} className={styles.caption} data-beside={people.length > 1 || undefined}>
                <bdi className={styles.caption}>{t('text.who', { name: each })}</bdi>
              </p>
            ))}
          </div>
          <KnockButton onKnock={closedBecause === undefined ? onKnock : undefined} />
          {tools}
        </div>
        <div ref={texts} className={styles.texts}>
          {isOneBox ? (
            <LiveSharedText
              name={name}
              conversation={withoutOwnLine(conversation, own.length - lineStart)}
              startedAt={rest.startedAt}
            />
          ) : (
            <IncomingText text={incoming} cutBefore={incomingCut} />
          )}
          <OwnText
            value={own}
            shownBefore={lineStart}
            closedBecause={closedBecause}
            onEdit={onEdit}
            helpers={rest.helpers}
          />
        </div>
        <DoubtfulText doubts={doubts} late={late} />
      </div>
    </div>
  );
}
