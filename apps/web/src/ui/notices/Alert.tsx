import type { ReactNode, Ref } from 'react';
import { IconButton } from '../buttons/IconButton.tsx';
import { classNames } from '../class-names.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './Alert.module.css';
import { Spinner } from './Spinner.tsx';

export type AlertType = 'info' | 'success' | 'danger';

const icons: Readonly<Record<AlertType, IconName>> = { info: 'info', success: 'check', danger: 'warning' };

export type AlertProps = {
  readonly type: AlertType;
  readonly children: ReactNode;
  readonly showSpinner?: boolean;
  readonly onDismiss?: (() => void) | undefined;
  /** The parent is a live region and announces the alert, so the alert has no role of its own. */
  readonly isInLiveRegion?: boolean;
  /** Name of the dismiss button. */
  readonly dismissLabel?: string;
  /** Pass a ref to move the focus to the alert. */
  readonly ref?: Ref<HTMLDivElement>;
};

/** A message to the user. Screen readers announce a danger immediately and the other types at the next pause. */
export function Alert({
  type,
  children,
  showSpinner = false,
  isInLiveRegion = false,
  onDismiss,
  dismissLabel,
  ref,
}: AlertProps) {
  const role = type === 'danger' ? 'alert' : 'status';
  return (
    <div
      ref={ref}
      tabIndex={-1}
      role={isInLiveRegion ? undefined : role}
      className={classNames(styles.alert, styles[type])}
    >
      {showSpinner ? <Spinner size="1.5em" /> : <Icon name={icons[type]} />}
      <div className={styles.message}>{children}</div>
      {onDismiss === undefined || dismissLabel === undefined ? undefined : (
        <IconButton icon="close" label={dismissLabel} onPress={onDismiss} />
      )}
    </div>
  );
}
