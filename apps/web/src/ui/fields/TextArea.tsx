import { useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './field.module.css';

export type TextAreaProps = {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** The most UTF-16 units that the field accepts. */
  readonly maxLength: number;
  /** The text read out with the field, for example the remaining number of characters. */
  readonly hint: string;
};

/** A field for several lines of text, under its label. */
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
