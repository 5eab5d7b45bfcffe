import type { ReactNode } from 'react';
import styles from './Invitation.module.css';

export type InvitationProps = {
  readonly label: string;
  readonly children: ReactNode;
  /** A remark below it that comes and goes. */
  readonly note?: ReactNode;
  readonly actions: ReactNode;
};

/** Invites the user to something above the content of a page. It covers nothing and asks for no answer. */
export function Invitation({ label, children, note, actions }: InvitationProps) {
  return (
    <aside className={styles.invitation} aria-label={label}>
      <div className={styles.words}>
        <p>{children}</p>
        {note}
      </div>
      <div className={styles.actions}>{actions}</div>
    </aside>
  );
}
