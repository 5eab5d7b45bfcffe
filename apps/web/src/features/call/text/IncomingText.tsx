import { MISSING_TEXT_MARK } from '@samtal/realtime-text';
import { memo, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/Button.tsx';
import styles from './TextPanel.module.css';

/** A reader this close to the end, in CSS pixels, is reading the newest words and wants to go on doing so. */
const NEAR_END = 32;

/** What the other party has written. Silent for screen readers, which hear of it in whole phrases elsewhere. */
export function IncomingText({ text }: { readonly text: string }) {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);

  function showLatest(): void {
    const element = log.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
  }

  // After every render, of which new text is the cause.
  useLayoutEffect(() => {
    if (isAtEnd) showLatest();
  });

  return (
    <div className={styles.incoming}>
      <div
        ref={log}
        role="log"
        aria-live="off"
        aria-label={t('text.incoming')}
        className={styles.log}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          setIsAtEnd(scrollHeight - scrollTop - clientHeight < NEAR_END)
        }
      >
        {text === '' ? undefined : text.split('\n').map((line, index) => <Line key={index} line={line} />)}
      </div>
      {text === '' ? <p className={styles.nothing}>{t('text.nothing_yet')}</p> : undefined}
      {isAtEnd ? undefined : (
        <div className={styles.latest}>
          <Button kind="primary" onPress={showLatest}>
            {t('text.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}

/** One line in its own direction of writing; finished lines are not rendered again. */
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
