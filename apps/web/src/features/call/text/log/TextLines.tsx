import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../TextPanel.module.css';
import { linesOf } from './latest-part.ts';

export type TextLinesProps = {
  readonly text: string;
  /** Number of UTF-16 units at the start of `text` that are not rendered. */
  readonly from?: number;
  /** Number of UTF-16 units that came before `text` and are no longer kept. */
  readonly cutBefore?: number | undefined;
};

/** Text in lines, each in its own writing direction. Named marks show where text was lost or was cut off. */
export function TextLines({ text, from = 0, cutBefore = 0 }: TextLinesProps) {
  return (
    <>
      {cutBefore > 0 && from === 0 ? <CutMark /> : undefined}
      {text === ''
        ? undefined
        : linesOf(text, from).map(({ at, words }) => <Line key={cutBefore + at} line={words} />)}
    </>
  );
}

/** One line with its marks of lost text. Memoized: a finished line is not rendered again. */
const Line = memo(function Line({ line }: { readonly line: string }) {
  const [first, ...rest] = line.split(MISSING_TEXT_MARK);
  return (
    <div dir="auto" className={styles.line}>
      {first}
      {rest.map((part, index) => (
        <span key={index}>
          <MissingMark />
          {part}
        </span>
      ))}
    </div>
  );
});

function MissingMark() {
  const { t } = useTranslation();
  return (
    <abbr className={styles.missing} title={t('text.missing')}>
      {MISSING_TEXT_MARK}
    </abbr>
  );
}

function CutMark() {
  const { t } = useTranslation();
  return (
    <p role="note" className={styles.cut}>
      {t('text.cut')}
    </p>
  );
}
