import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { Icon, type IconName } from './Icon.tsx';

export type EmptyStateProps = {
  readonly icon: IconName;
  /** That there is nothing, in a sentence. */
  readonly title: string;
  /** What would be here, or what can be done about it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** A list with nothing in it teaches what it is for. */
export function EmptyState({ icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <span className={styles.sign}>
        <Icon name={icon} size="2.5rem" />
      </span>
      <output className={styles.title}>{title}</output>
      {children === undefined ? undefined : <p className={styles.hint}>{children}</p>}
      {actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
