import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import field from './field.module.css';
import styles from './TextField.module.css';

export type TextFieldProps = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoCapitalize'
  | 'autoComplete'
  | 'autoFocus'
  | 'enterKeyHint'
  | 'inputMode'
  | 'id'
  | 'list'
  | 'name'
  | 'onBlur'
  | 'onKeyDown'
  | 'required'
  | 'role'
  | 'spellCheck'
  | 'type'
  | 'aria-activedescendant'
  | 'aria-autocomplete'
  | 'aria-controls'
  | 'aria-expanded'
  | 'aria-haspopup'
> & {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly size?: 'medium' | 'large';
  /** An element at the end of the field, such as a clear button. */
  readonly end?: ReactNode;
  readonly ref?: Ref<HTMLInputElement>;
};

/** A field for one line of text, under its label; hint and error are read out with the field. */
export function TextField({
  label,
  value,
  onChange,
  hint,
  error,
  size = 'medium',
  end,
  id: givenId,
  ...input
}: TextFieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={field.field}>
      <label className={field.label} htmlFor={id} data-required={input.required}>
        {label}
      </label>
      <div
        className={classNames(
          styles.frame,
          size === 'large' && styles.large,
          error !== undefined && styles.faulty,
        )}
      >
        <input
          {...input}
          id={id}
          className={styles.input}
          dir="auto"
          value={value}
          aria-invalid={error !== undefined}
          aria-describedby={described === '' ? undefined : described}
          onChange={(event) => onChange(event.target.value)}
        />
        {end}
      </div>
      {hint === undefined ? undefined : (
        <p id={`${id}-hint`} className={field.hint}>
          {hint}
        </p>
      )}
      {error === undefined ? undefined : (
        <p id={`${id}-error`} className={styles.error}>
          <Icon name="warning" size="1.25em" /> {error}
        </p>
      )}
    </div>
  );
}
