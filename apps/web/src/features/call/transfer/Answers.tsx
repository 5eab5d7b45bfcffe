import type { ReactNode } from 'react';
import { useFocusReturn } from '../../../ui/dialogs/use-focus-return.ts';
import styles from './TransferNotice.module.css';

/** Buttons of a notice that stays when they go; the focus then returns to where it was. */
export function Answers({ children }: { readonly children: ReactNode }) {
  const focusReturn = useFocusReturn();
  return (
    <div {...focusReturn} className={styles.answers}>
      {children}
    </div>
  );
}
