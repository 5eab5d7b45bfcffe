import { useEffect, useId, useLayoutEffect, useReducer, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useComposition } from './composition/use-composition.ts';
import { showCaret } from './show-caret.ts';
import styles from './TextPanel.module.css';

export type OwnTextProps = {
  /** What the core holds; a change it refuses leaves this as it was. */
  readonly value: string;
  readonly onEdit: (value: string) => void;
  /** Why nothing can be written (T25); undefined = it can. */
  readonly closedBecause?: string | undefined;
};

/**
 * The own text: every change goes out at once, wherever in the text it is made (RTT-07, A-047), except letters that are
 * only the way to a sign (T26).
 */
export function OwnText({ value, onEdit, closedBecause }: OwnTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [, renderAgain] = useReducer((count: number) => count + 1, 0);
  const { isComposing, ...composition } = useComposition(field, (text) => {
    onEdit(text);
    renderAgain();
  });

  // After every render: what the core refused or cleaned is put back, with the caret as far from the end as it was.
  useLayoutEffect(() => {
    const element = field.current;
    if (element === null || isComposing() || element.value === value) return;
    const behindCaret = element.value.length - element.selectionEnd;
    element.value = value;
    const caret = Math.max(0, value.length - behindCaret);
    element.setSelectionRange(caret, caret);
  });

  // Whoever shows the text again goes on at its end. The keyboard of a phone, a turned screen, more buttons take room
  // from below and scroll nothing.
  useEffect(() => {
    const element = field.current;
    if (element === null) return;
    element.setSelectionRange(element.value.length, element.value.length);
    const observer = new ResizeObserver(() => showCaret(element));
    observer.observe(element);
    return () => observer.disconnect();
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
        // Without words it has no direction of its own, and takes the page's.
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
