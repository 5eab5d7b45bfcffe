import type { ReactNode } from 'react';
import styles from './FormBar.module.css';

export type FormBarProps = {
  /** What there is to say about the form, such as that it has changes; it is announced. */
  readonly state?: string;
  /** Buttons, the main one last. */
  readonly children: ReactNode;
};

/** The buttons at the end of a form, in sight while the form is scrolled wherever the window has room for it. */
export function FormBar({ state = '', children }: FormBarProps) {
  return (
    <div className={styles.bar}>
      <output className={styles.state}>{state}</output>
      <span className={styles.buttons}>{children}</span>
    </div>
  );
}
