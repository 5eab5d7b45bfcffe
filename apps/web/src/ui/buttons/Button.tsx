import type { AriaAttributes, ReactNode, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './Button.module.css';

export type ButtonProps = AriaAttributes & {
  readonly children: ReactNode;
  readonly kind?: 'primary' | 'secondary' | 'danger' | 'success' | 'quiet';
  readonly size?: 'medium' | 'large';
  readonly icon?: IconName;
  /** The button is as wide as its container. */
  readonly isWide?: boolean;
  /** The action that the button started is still running: the button keeps the focus but does nothing. */
  readonly isBusy?: boolean;
  readonly type?: 'button' | 'submit';
  /**
   * The button looks and is announced as unavailable, but can be pressed: the form then says what is missing.
   */
  readonly isIncomplete?: boolean;
  /** Undefined = not possible now. A submit button may leave it out and use `isDisabled`. */
  readonly onPress?: (() => void) | undefined;
  readonly isDisabled?: boolean;
  readonly id?: string;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button with words. An `undefined` action disables it, so that no second flag is needed. */
export function Button({
  children,
  kind = 'secondary',
  size = 'medium',
  icon,
  isWide = false,
  isBusy = false,
  isIncomplete = false,
  type = 'button',
  onPress,
  isDisabled = type === 'button' && onPress === undefined,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={classNames(
        styles.button,
        styles[kind],
        size === 'large' && styles.large,
        isWide && styles.wide,
      )}
      disabled={isDisabled}
      aria-disabled={isBusy || isIncomplete || undefined}
      data-busy={isBusy || undefined}
      onClick={(event) => {
        if (isBusy) event.preventDefault();
        else onPress?.();
      }}
    >
      {icon === undefined ? undefined : <Icon name={icon} />}
      <span className={styles.label}>{children}</span>
    </button>
  );
}
