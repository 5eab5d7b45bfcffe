import type { ReactNode } from 'react';
import styles from './Invitation.module.css';

export type InvitationProps = {
  readonly label: string;
  readonly children: ReactNode;
  readonly actions: ReactNode;
};

/** Invites the user to something above the content of a page. It covers nothing and asks for no answer. */
export function Invitation({ label, children, actions }: InvitationProps) {
  return (
    <aside className={styles.invitation} aria-label={label}>
      <p>{children}</p>
      <div className={styles.actions}>{actions}</div>
    </aside>
  );
}
