import type { AriaAttributes, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './IconButton.module.css';

export type IconButtonProps = AriaAttributes & {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly kind?: 'quiet' | 'raised';
  /** Whether the label is shown below the icon. */
  readonly hasWords?: boolean;
  readonly onPress?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon, and with its words below it where there is room for them. */
export function IconButton({
  label,
  icon,
  kind = 'quiet',
  hasWords = false,
  onPress,
  ...rest
}: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.button, kind === 'raised' && styles.raised, hasWords && styles.worded)}
      aria-label={label}
      title={hasWords ? undefined : label}
      disabled={onPress === undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
      {hasWords ? (
        <span className={styles.words} aria-hidden="true">
          {label}
        </span>
      ) : undefined}
    </button>
  );
}
