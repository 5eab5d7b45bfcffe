import type { HistoryRecord } from '@samtal/api-contract';
import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { useTranslation } from 'react-i18next';
import { durationWords } from '../../client/format/time.ts';
import { Turn } from '../../ui/turns/Turn.tsx';
import styles from './TranscriptLines.module.css';
import { authorOf, runsOf, type TranscriptWords } from './transcript.ts';

export type TranscriptLinesProps = { readonly record: HistoryRecord; readonly words: TranscriptWords };

/** The text of a call: each run with its author, and its time since the start of the call. */
export function TranscriptLines({ record, words }: TranscriptLinesProps) {
  const { t } = useTranslation();
  return (
    // oxlint-disable-next-line jsx-a11y/no-redundant-roles -- Safari drops the list role when there are no numbers
    <ol role="list" className={styles.lines} aria-label={t('history.transcript')}>
      {runsOf(record).map(({ text, isCut, isDoubtful, offsetMs, ...run }, index) => (
        <Turn
          // Runs of a finished call never change their order.
          key={index}
          as="li"
          isOwn={run.author === 'own'}
          who={authorOf(run, words)}
          time={durationWords(offsetMs)}
          notes={[...(isCut === true ? [words.cut] : []), ...(isDoubtful === true ? [words.doubtful] : [])]}
        >
          <p className={styles.text} dir="auto">
            {text.replace(/\n+$/, '').replaceAll(MISSING_TEXT_MARK, `[${words.missing}]`)}
          </p>
        </Turn>
      ))}
    </ol>
  );
}
