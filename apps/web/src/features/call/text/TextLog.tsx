import { type ReactNode, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../ui/buttons/Button.tsx';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import { observeSize } from './observe-size.ts';
import styles from './TextPanel.module.css';

/** A reader this close to the end, in CSS pixels, follows the newest text. */
const NEAR_END = 32;

export type TextLogProps = {
  readonly label: string;
  readonly isEmpty: boolean;
  /** Shows text from before the rendered part; undefined when there is none. */
  readonly showEarlier?: (() => void) | undefined;
  /** Receives whether the reader is at the newest text. */
  readonly setIsAtEnd?: (isAtEnd: boolean) => void;
  /** The text. */
  readonly children: ReactNode;
};

/**
 * Growing read-only text. Silent for screen readers, which get whole phrases from a separate region. New text
 * scrolls into view, unless the reader is at older text.
 */
export function TextLog({ label, isEmpty, showEarlier, children, ...props }: TextLogProps) {
  const { t } = useTranslation();
  const log = useRef<HTMLDivElement>(null);
  const [isAtEnd, setIsAtEnd] = useState(true);
  const toLog = () => log.current;
  const focusReturn = useFocusReturn(toLog);
  const focusOfEarlier = useFocusReturn(toLog);
  /** The reader's distance from the end of the log when earlier text was requested. */
  const readingAt = useRef<number>(undefined);

  const showLatest = useCallback((): void => {
    const element = log.current;
    if (element !== null) element.scrollTop = element.scrollHeight;
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

  // After every render, because new text causes it.
  useLayoutEffect(() => {
    const element = log.current;
    if (isAtEnd) showLatest();
    else if (element !== null && readingAt.current !== undefined)
      element.scrollTop = element.scrollHeight - readingAt.current;
    readingAt.current = undefined;
  });

  // An on-screen keyboard or a rotation takes room from below and does not scroll.
  useEffect(() => {
    const element = log.current;
    if (!isAtEnd || element === null) return;
    let height = element.clientHeight;
    // The first report is the initial size, when the reader may be scrolling already.
    return observeSize(element, () => {
      if (element.clientHeight === height) return;
      height = element.clientHeight;
      showLatest();
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard (WCAG 2.1.1).
        tabIndex={0}
        onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) =>
          noteIsAtEnd(scrollHeight - scrollTop - clientHeight < NEAR_END)
        }
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
