import type { ReactNode } from 'react';
import styles from './ToolbarSheet.module.css';

export type ToolbarSheetProps = {
  /** The accessible name: what the button says that opens the sheet. */
  readonly label: string;
  /** Toolbar buttons. */
  readonly children: ReactNode;
};

/**
 * Further buttons of a toolbar, each with its word, in a sheet above the other buttons. Put it inside the toolbar:
 * its buttons belong to the same stop for Tab. It takes room of its own, so that it covers nothing.
 */
export function ToolbarSheet({ label, children }: ToolbarSheetProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a group of buttons, not of form fields
    <div role="group" aria-label={label} className={styles.sheet}>
      {children}
    </div>
  );
}
