import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './TextPanel.module.css';

/** Text by lines, each in its own direction of writing; lost text is a mark with a name. */
export function TextLines({ text }: { readonly text: string }) {
  return text === '' ? undefined : text.split('\n').map((line, index) => <Line key={index} line={line} />);
}

/** Finished lines are not rendered again. */
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
