import type { AriaAttributes, Ref } from 'react';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './IconButton.module.css';

export type IconButtonProps = AriaAttributes & {
  /** The accessible name, also shown as a tooltip. */
  readonly label: string;
  readonly icon: IconName;
  readonly kind?: 'quiet' | 'raised';
  readonly onPress?: (() => void) | undefined;
  readonly ref?: Ref<HTMLButtonElement>;
};

/** A button with an icon only, for places without room for words. */
export function IconButton({ label, icon, kind = 'quiet', onPress, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      className={classNames(styles.button, kind === 'raised' && styles.raised)}
      aria-label={label}
      title={label}
      disabled={onPress === undefined}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  );
}
