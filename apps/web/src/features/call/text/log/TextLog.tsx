import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../../ui/dialogs/use-focus-return.ts';
import { observeSize } from '../observe-size.ts';
import styles from '../TextPanel.module.css';
import { wholeLines } from './whole-lines.ts';

/** Distance from the end, in CSS pixels, below which new text scrolls into view. */
const NEAR_END = 32;

const isNearEnd = ({ scrollHeight, scrollTop, clientHeight }: Element): boolean =>
  scrollHeight - scrollTop - clientHeight < NEAR_END;

export type TextLogProps = {
  readonly label: string;
  readonly isEmpty: boolean;
  /** Renders text that comes before the rendered part; undefined = there is none. */
  readonly showEarlier?: (() => void) | undefined;
  /** Receives whether the reader is at the newest text. */
  readonly setIsAtEnd?: (isAtEnd: boolean) => void;
  /** The text consists of turns, each a block of its own. */
  readonly hasTurns?: boolean;
  /** The text. */
  readonly children: ReactNode;
};

/**
 * Read-only text that grows. It is silent for screen readers, which get whole phrases from a separate live
 * region. New text scrolls into view, unless the reader has scrolled to earlier text.
 */
export function TextLog({ label, isEmpty, showEarlier, hasTurns, children, ...props }: TextLogProps) {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const toLog = () => log.current;
  const focusReturn = useFocusReturn(toLog);
  const focusOfEarlier = useFocusReturn(toLog);
  /** The reader's distance from the end of the log when earlier text was requested. */
  const readingAt = useRef<number>(undefined);
  /** Where the newest text was scrolled to; a scroll event of this place is not the reader's. */
  const placedAt = useRef<number>(undefined);

  const showLatest = useCallback((): void => {
    const element = log.current;
    if (element === null) return;
    wholeLines(element);
    element.scrollTop = element.scrollHeight;
    placedAt.current = element.scrollTop;
  }, []);

  function noteIsAtEnd(isNowAtEnd: boolean): void {
    setIsAtEnd(isNowAtEnd);
    props.setIsAtEnd?.(isNowAtEnd);
  }

  function addEarlier(element: HTMLDivElement | null): void {
    if (element === null) return;
    readingAt.current = element.scrollHeight - element.scrollTop;
    setIsAtEnd(false);
    showEarlier?.();
  }

  // Runs after each render, because new text causes a render. Without text it would only make the browser lay the page
  // out once more while a call begins.
  useLayoutEffect(() => {
    if (isEmpty) return;
    const element = log.current;
    if (isAtEnd) showLatest();
    else if (element !== null && readingAt.current !== undefined)
      element.scrollTop = element.scrollHeight - readingAt.current;
    readingAt.current = undefined;
  });

  // An on-screen keyboard or a rotation hides the end of the log, and browsers do not scroll to it.
  useEffect(() => {
    const element = log.current;
    if (!isAtEnd || element === null) return;
    let height = element.clientHeight;
    // The first report is the initial size, not a change; the reader may already be scrolling by then.
    return observeSize(element, () => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      // Unless the reader has scrolled back since the last frame.
      if (element.scrollTop === placedAt.current || isNearEnd(element)) showLatest();
    });
  }, [isAtEnd, showLatest]);

  return (
    <div className={styles.incoming}>
      <div
        ref={log}
        role="log"
        aria-live="off"
        aria-label={label}
        className={styles.log}
        data-turns={hasTurns || undefined}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        onScroll={({ currentTarget }) => {
          // The log may have become lower between the scrolling to its end and the event of that.
          if (isAtEnd && currentTarget.scrollTop === placedAt.current) return;
          noteIsAtEnd(isNearEnd(currentTarget));
        }}
      >
        {showEarlier === undefined ? undefined : (
          <div {...focusOfEarlier} className={styles.earlier}>
            <Button onPress={() => addEarlier(log.current)}>{t('text.earlier')}</Button>
          </div>
        )}
        {children}
      </div>
      {isEmpty ? <p className={styles.nothing}>{t('text.nothing_yet')}</p> : undefined}
      {isAtEnd ? undefined : (
        <div {...focusReturn} className={styles.latest}>
          <Button kind="primary" onPress={showLatest}>
            {t('text.latest')}
          </Button>
        </div>
      )}
    </div>
  );
}
