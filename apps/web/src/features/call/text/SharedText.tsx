import type { Conversation, Run } from '@samtal/realtime-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { hiddenIn } from './latest-part.ts';
import { TextLines } from './TextLines.tsx';
import { TextLog } from './TextLog.tsx';
import styles from './TextPanel.module.css';
import { useLatestPart } from './use-latest-part.ts';

export type SharedTextProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly conversation: Conversation;
};

/**
 * The text of both users as one read-only conversation (RTT-03, A-049, decision D13). A label before each run
 * names its author, because the text of both has the same colour.
 */
export function SharedText({ name, conversation }: SharedTextProps) {
  const { t } = useTranslation();
  const { start, ...part } = useLatestPart(conversation);
  return (
    <TextLog label={t('text.shared')} isEmpty={conversation.length === 0} {...part}>
      {conversation.map((run, index) =>
        index < start.run ? undefined : (
          <AuthoredRun
            key={index}
            {...run}
            from={hiddenIn(run, index, start)}
            who={run.author === 'own' ? t('text.outgoing') : name}
          />
        ),
      )}
    </TextLog>
  );
}

type AuthoredRunProps = Run & {
  /** Number of UTF-16 units at the start that are not rendered. */
  readonly from: number;
  readonly who: string;
};

/** A run with the name of its author. Memoized: a run that does not change is not rendered again. */
const AuthoredRun = memo(function AuthoredRun({
  author,
  text,
  cutBefore,
  isDoubtful,
  from,
  who,
}: AuthoredRunProps) {
  const { t } = useTranslation();
  // The next run begins a new line anyway; a line break at the end would add an empty line.
  const shown = text.endsWith('\n') ? text.slice(0, -1) : text;
  return (
    <article aria-label={who} className={styles.run} data-author={author}>
      <p className={styles.author}>
        <bdi>{who}</bdi>
      </p>
      {isDoubtful === true ? (
        <p role="note" className={styles.cut}>
          {t('text.in_doubt')}
        </p>
      ) : undefined}
      <TextLines text={shown} from={from} cutBefore={cutBefore} />
    </article>
  );
});
