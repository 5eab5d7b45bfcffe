import type { AriaAttributes, Ref } from 'react';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './ToolbarButton.module.css';

export type ToolbarButtonProps = AriaAttributes & {
  /** The accessible name, also shown below the icon where there is room. */
  readonly label: string;
  /** A state in one word, shown on the icon. It is no part of the label (WCAG 2.5.3), and `aria-pressed` says it too. */
  readonly state?: string | undefined;
  readonly icon: IconName;
  /** `danger` = the button ends something, and always has the danger colour. */
  readonly kind?: 'plain' | 'danger';
  /** Undefined = not possible now. */
  readonly onPress: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement> | undefined;
};

/** A toolbar button: a large icon, with its word below where there is room. */
export function ToolbarButton({ label, state, icon, kind = 'plain', onPress, ...rest }: ToolbarButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={styles.button}
      data-kind={kind}
      aria-label={label}
      title={label}
      disabled={onPress === undefined}
      onClick={onPress}
    >
      <span className={styles.sign} data-sign data-state={state}>
        <Icon name={icon} size={kind === 'danger' ? '1.75rem' : '1.5em'} />
      </span>
      <span className={styles.label} aria-hidden="true">
        {label}
      </span>
    </button>
  );
}
