import type { Ref } from 'react';
import { Icon, type IconName } from './Icon.tsx';
import styles from './ToggleButton.module.css';

export type ToggleButtonProps = {
  /** Constant: on and off are told by `aria-pressed`, sign and colour, never by another name. */
  readonly label: string;
  readonly icon: IconName;
  /** Sign while off; the same as `icon` when left out. */
  readonly offIcon?: IconName;
  readonly isOn: boolean;
  /** Undefined = not possible now. */
  readonly onToggle?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** One thing of a toolbar that is on or off: a large sign, with its word below where there is room. */
export function ToggleButton({ label, icon, offIcon = icon, isOn, onToggle, ref }: ToggleButtonProps) {
  return (
    <button
      ref={ref}
      type="button"
      className={styles.toggle}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      disabled={onToggle === undefined}
      onClick={onToggle}
    >
      <span className={styles.sign}>
        <Icon name={isOn ? icon : offIcon} />
      </span>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
    </button>
  );
}
