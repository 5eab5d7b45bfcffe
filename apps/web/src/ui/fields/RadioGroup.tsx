import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';
import styles from './RadioGroup.module.css';

export type RadioOption<Value extends string> = {
  readonly value: Value;
  readonly label: string;
  readonly description?: string;
  /** An image of the choice, before the words. */
  readonly sign?: ReactNode;
};

export type RadioGroupProps<Value extends string> = {
  readonly label: string;
  readonly value: string;
  readonly options: readonly RadioOption<Value>[];
  readonly onChange: (value: Value) => void;
  /** `tiles` are side by side, icon above word; `swatches` are small tiles; a `list` has one per line. */
  readonly look?: 'list' | 'tiles' | 'swatches';
};

/** A choice of one from a few visible options: one stop for Tab, arrow keys choose. */
export function RadioGroup<Value extends string>({
  label,
  value,
  options,
  onChange,
  look = 'list',
}: RadioGroupProps<Value>) {
  const id = useId();
  return (
    <fieldset className={styles.group} role="radiogroup">
      <legend className={styles.legend}>{label}</legend>
      <div className={classNames(styles.options, styles[look])}>
        {options.map((option) => (
          <label key={option.value} className={styles.option}>
            <input
              type="radio"
              className={styles.input}
              name={id}
              checked={option.value === value}
              aria-labelledby={`${id}-${option.value}`}
              aria-describedby={
                option.description === undefined ? undefined : `${id}-${option.value}-description`
              }
              onChange={() => onChange(option.value)}
            />
            {option.sign === undefined ? undefined : (
              <span className={styles.sign} aria-hidden="true">
                {option.sign}
              </span>
            )}
            <span className={styles.words}>
              <span id={`${id}-${option.value}`} className={styles.label}>
                {option.label}
              </span>
              {option.description === undefined ? undefined : (
                <span id={`${id}-${option.value}-description`} className={styles.description}>
                  {option.description}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
