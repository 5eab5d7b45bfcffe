import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';
import { headingIn } from './focus-heading.ts';
import { Icon, type IconName } from './Icon.tsx';
import { useFocusReturn } from './use-focus-return.ts';

export type EmptyStateProps = {
  readonly icon: IconName;
  /** That there is nothing, in a sentence. */
  readonly title: string;
  /** False = something else says it, as the field does that was searched with. */
  readonly isSaid?: boolean;
  /** What would be here, or what can be done about it. */
  readonly children?: ReactNode;
  readonly actions?: ReactNode;
};

/** A list with nothing in it teaches what it is for. */
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
        // What is tried again goes with its button.
        <div ref={ref} className={styles.actions}>
          {actions}
        </div>
      )}
    </div>
  );
}
