import { useId } from 'react';
import { Icon } from '../icons/Icon.tsx';
import styles from './Checkbox.module.css';

export type CheckboxProps = {
  readonly label: string;
  readonly isChecked: boolean;
  readonly onChange: (isChecked: boolean) => void;
  readonly id?: string;
  readonly name?: string;
  readonly required?: boolean;
  readonly error?: string | undefined;
  /** Id of an element with further information. */
  readonly 'aria-describedby'?: string;
};

/** A checkbox in a form that is saved. Pressing the label works like pressing the box. */
export function Checkbox({
  label,
  isChecked,
  onChange,
  id: givenId,
  name,
  required,
  error,
  'aria-describedby': hintId,
}: CheckboxProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <>
      <label className={styles.checkbox} data-required={required}>
        <input
          id={id}
          type="checkbox"
          name={name}
          className={styles.input}
          checked={isChecked}
          required={required}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? hintId : `${id}-error`}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span className={styles.box}>
          <Icon name="check" size="1.25rem" />
        </span>
        <span className={styles.words}>{label}</span>
      </label>
      {error === undefined ? undefined : (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="warning" size="1.25em" /> {error}
        </p>
      )}
    </>
  );
}
