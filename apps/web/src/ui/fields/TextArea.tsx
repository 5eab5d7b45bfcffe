import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

export type TextAreaProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** In UTF-16 units; the field accepts no more. */
  readonly maxLength: number;
  /** Read out with the field, for example the remaining number of characters. */
  readonly hint: string;
};

/** Several lines of text under their label. */
export function TextArea({ label, value, onChange, maxLength, hint }: TextAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        id={id}
        className={classNames(styles.control, styles.area)}
        dir="auto"
        value={value}
        maxLength={maxLength}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => onChange(target.value)}
      />
      <p id={`${id}-hint`} className={styles.hint}>
        {hint}
      </p>
    </div>
  );
}
