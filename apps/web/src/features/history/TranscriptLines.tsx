import type { HistoryRecord } from '@samtal/api-contract';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../client/format/time.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './TranscriptLines.module.css';
import { runsOf, type TranscriptWords } from './transcript.ts';

export type TranscriptLinesProps = { readonly record: HistoryRecord; readonly words: TranscriptWords };

/** The text of a call: each run with its author, and its time since the start of the call. */
export function TranscriptLines({ record, words }: TranscriptLinesProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role when there are no numbers
    <ol role="list" className={styles.lines} aria-label={t('history.transcript')}>
      {runsOf(record).map(({ author, text, isCut, isDoubtful, offsetMs }, index) => (
        // Runs of a finished call never change their order.
        <li key={index} className={classNames(styles.line, author === 'own' && styles.own)}>
          <div className={styles.who}>
            <bdi>{words.nameOf(author)}</bdi> <time>{durationWords(offsetMs)}</time>
          </div>
          {isCut === true ? (
            <p role="note" className={styles.cut}>
              {words.cut}
            </p>
          ) : undefined}
          {isDoubtful === true ? (
            <p role="note" className={styles.cut}>
              {words.doubtful}
            </p>
          ) : undefined}
          <p className={styles.text} dir="auto">
            {text.replace(/\n+$/, '').replaceAll(MISSING_TEXT_MARK, `[${words.missing}]`)}
          </p>
        </li>
      ))}
    </ol>
  );
}
