import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import { Icon } from '../icons/Icon.tsx';
import styles from './Banner.module.css';
import { Spinner } from './Spinner.tsx';

export type BannerProps = {
  readonly type: 'info' | 'danger';
  readonly children: ReactNode;
  readonly showSpinner?: boolean;
  /** Buttons with which the user can solve the problem. */
  readonly action?: ReactNode;
};

/**
 * Shows a lasting condition in one line over the whole width. Put it in a live region that is always in the
 * page.
 */
export function Banner({ type, children, showSpinner = false, action }: BannerProps) {
  return (
    <div className={classNames(styles.banner, styles[type])}>
      {showSpinner ? (
        <Spinner size="1.25em" />
      ) : (
        <Icon name={type === 'danger' ? 'warning' : 'info'} size="1.25em" />
      )}
      <span>{children}</span>
      {action}
    </div>
  );
}
