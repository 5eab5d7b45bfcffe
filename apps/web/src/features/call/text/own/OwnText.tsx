import {
  type KeyboardEvent,
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useComposition } from '../composition/use-composition.ts';
import { observeSize } from '../observe-size.ts';
import styles from '../TextPanel.module.css';
import { WritingHelpers, type WritingHelpersProps } from '../tools/WritingHelpers.tsx';
import { OwnTextFieldContext } from './own-text-field.ts';
import { showCaret } from './show-caret.ts';

type Field = HTMLTextAreaElement | null;

export type OwnTextProps = {
  /** The whole text in the core; it stays the same if the core refuses a change. */
  readonly value: string;
  /** Length of the part of `value` that is shown elsewhere, before the text of the field. */
  readonly shownBefore?: number;
  readonly onEdit: (value: string) => void;
  /** Why the user cannot write (T25); undefined = writing is possible. */
  readonly closedBecause?: string | undefined;
  /** The phrases that the buttons beside the field offer; undefined = there are no such buttons. */
  readonly helpers?: Omit<WritingHelpersProps, 'field'> | undefined;
};

/**
 * The field of the user's own text. Each change, at any place, is sent immediately (RTT-07, A-047), except
 * letters that an input method may still convert to other characters (T26).
 */
export function OwnText({ value, shownBefore = 0, onEdit, closedBecause, helpers }: OwnTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const shared = useContext(OwnTextFieldContext);
  useImperativeHandle<Field, Field>(shared, () => field.current, []);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const here = value.slice(shownBefore);
  // A default that changes would put the text into a field in which the user has not typed, before the caret.
  const [first] = useState(here);
  /** The text before the text that the field holds now; during a composition it may be older than `value`. */
  const before = useRef(value.slice(0, shownBefore));
  const { isComposing, onKeyDown, ...composition } = useComposition(field, (text) => {
    onEdit(before.current + text);
    renderAgain();
  });

  // After each render: if the core refused or cleaned a change, the field shows the text of the core again.
  // The caret keeps its distance from the end.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || isComposing()) return;
    before.current = value.slice(0, shownBefore);
    if (element.value === here) return;
    const behindCaret = element.value.length - element.selectionEnd;
    element.value = here;
    const caret = Math.max(0, here.length - behindCaret);
    element.setSelectionRange(caret, caret);
  });

  /** Erasing before the first letter joins the line to the one before it, which comes back into the field. */
  function takeBackLine(event: KeyboardEvent<HTMLTextAreaElement>): void {
    const { selectionEnd } = event.currentTarget;
    if (event.key !== 'Backspace' || selectionEnd !== 0 || before.current === '' || isComposing()) return;
    if (closedBecause !== undefined) return;
    event.preventDefault();
    onEdit(before.current.slice(0, -1) + event.currentTarget.value);
  }

  // In a panel that opens again, typing continues at the end of the text. Browsers do not scroll to the caret
  // when an on-screen keyboard, a rotation or more buttons make the field lower.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.setSelectionRange(element.value.length, element.value.length);
    // At first an empty field has nothing to scroll to, and measuring it would only lay out the page again while a call
    // begins.
    let isFirst = true;
    return observeSize(element, () => {
      if (!isFirst || element.value !== '') showCaret(element);
      isFirst = false;
    });
  }, []);

  return (
    <div className={styles.own}>
      <div className={styles.captions}>
        <label className={styles.caption} htmlFor={id}>
          {t('text.outgoing')}
        </label>
        {closedBecause === undefined && here === '' ? (
          <span id={`${id}-hint`} className={styles.hint}>
            {t('text.sent_at_once')}
          </span>
        ) : undefined}
      </div>
      <div className={styles.writing}>
        <div className={styles.box}>
          <textarea
            ref={field}
            id={id}
            className={styles.field}
            rows={2}
            // Empty text has no direction of its own, so it takes that of the page.
            dir={here === '' ? undefined : 'auto'}
            defaultValue={first}
            placeholder={closedBecause === undefined ? t('text.placeholder') : undefined}
            readOnly={closedBecause !== undefined}
            aria-describedby={closedBecause === undefined ? `${id}-hint` : `${id}-closed`}
            autoComplete="off"
            autoCapitalize="off"
            autoCorrect="off"
            spellCheck={false}
            {...composition}
            onKeyDown={(event) => {
              onKeyDown(event);
              takeBackLine(event);
            }}
          />
        </div>
        {closedBecause === undefined && helpers !== undefined ? (
          <WritingHelpers field={field} {...helpers} />
        ) : undefined}
      </div>
      {closedBecause === undefined ? undefined : (
        <p id={`${id}-closed`} className={styles.closed}>
          {closedBecause}
        </p>
      )}
    </div>
  );
}
