import {
  useContext,
  useEffect,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useComposition } from './composition/use-composition.ts';
import { observeSize } from './observe-size.ts';
import { OwnTextFieldContext } from './own-text-field.ts';
import { showCaret } from './show-caret.ts';
import styles from './TextPanel.module.css';

type Field = HTMLTextAreaElement | null;

export type OwnTextProps = {
  /** The text in the core; it stays the same if the core refuses a change. */
  readonly value: string;
  readonly onEdit: (value: string) => void;
  /** Why the user cannot write (T25); undefined = writing is possible. */
  readonly closedBecause?: string | undefined;
};

/**
 * The field of the user's own text. Each change, at any place, is sent immediately (RTT-07, A-047), except
 * letters that an input method may still convert to other characters (T26).
 */
export function OwnText({ value, onEdit, closedBecause }: OwnTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const shared = useContext(OwnTextFieldContext);
  useImperativeHandle<Field, Field>(shared, () => field.current, []);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const { isComposing, ...composition } = useComposition(field, (text) => {
    onEdit(text);
    renderAgain();
  });

  // After each render: if the core refused or cleaned a change, the field shows the text of the core again.
  // The caret keeps its distance from the end.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || isComposing() || element.value === value) return;
    const behindCaret = element.value.length - element.selectionEnd;
    element.value = value;
    const caret = Math.max(0, value.length - behindCaret);
    element.setSelectionRange(caret, caret);
  });

  // In a panel that opens again, typing continues at the end of the text. Browsers do not scroll to the caret
  // when an on-screen keyboard, a rotation or more buttons make the field lower.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.setSelectionRange(element.value.length, element.value.length);
    return observeSize(element, () => showCaret(element));
  }, []);

  return (
    <div className={styles.own}>
      <label className={styles.caption} htmlFor={id}>
        {t('text.outgoing')}
      </label>
      <textarea
        ref={field}
        id={id}
        className={styles.field}
        // Empty text has no direction of its own, so it takes that of the page.
        dir={value === '' ? undefined : 'auto'}
        defaultValue={value}
        placeholder={closedBecause === undefined ? t('text.placeholder') : undefined}
        readOnly={closedBecause !== undefined}
        aria-describedby={closedBecause === undefined ? undefined : `${id}-closed`}
        autoComplete="off"
        autoCapitalize="off"
        autoCorrect="off"
        spellCheck={false}
        {...composition}
      />
      {closedBecause === undefined ? undefined : (
        <p id={`${id}-closed`} className={styles.closed}>
          {closedBecause}
        </p>
      )}
    </div>
  );
}
