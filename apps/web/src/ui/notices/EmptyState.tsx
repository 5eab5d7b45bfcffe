import type { ReactNode } from 'react';
import { useFocusReturn } from '../dialogs/use-focus-return.ts';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { headingIn } from '../page/focus-heading.ts';
import styles from './EmptyState.module.css';

export type EmptyStateProps = {
  readonly icon: IconName;
  /** A sentence that says that the list is empty. */
  readonly title: string;
  /** False = another element announces that the list is empty, for example the search field. */
  readonly isSaid?: boolean;
  /** What the list is for, or what the user can do. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** Explains an empty list. */
export function EmptyState({ icon, title, isSaid = true, children, actions }: EmptyStateProps) {
  const Title = isSaid ? 'output' : 'p';
  const { ref } = useFocusReturn(() => headingIn(document));
  return (
    <div className={styles.empty}>
      <span className={styles.sign}>
        <Icon name={icon} size="2.5rem" />
      </span>
      <Title className={styles.title}>{title}</Title>
      {children === undefined ? undefined : <p className={styles.hint}>{children}</p>}
      {actions === undefined ? undefined : (
        // A retry removes the button, so the focus moves to the heading of the page.
        <div ref={ref} className={styles.actions}>
          {actions}
        </div>
      )}
    </div>
  );
}
