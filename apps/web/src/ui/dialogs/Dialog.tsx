import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import styles from './Dialog.module.css';

export type DialogProps = {
  readonly title: ReactNode;
  readonly children?: ReactNode;
  /**
   * True = screen readers announce the body together with the title. For a body of one or two sentences; a
   * longer one is read step by step.
   */
  readonly isBodyDescription?: boolean;
  /** Buttons, the main one last. */
  readonly actions: ReactNode;
  readonly role?: 'dialog' | 'alertdialog';
  /** As wide as the window, for a table. */
  readonly isWide?: boolean;
  /** The buttons stay in sight while a long body is scrolled. */
  readonly hasStickyActions?: boolean;
  /** Called on Escape; without it Escape does nothing. */
  readonly onCancel?: (() => void) | undefined;
};

/** A modal dialog, open as long as it is mounted. The native element traps the focus and returns it. */
export function Dialog({
  title,
  children,
  isBodyDescription = false,
  actions,
  role,
  isWide,
  hasStickyActions,
  onCancel,
}: DialogProps) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      role={role}
      className={styles.dialog}
      data-wide={isWide}
      data-sticky={hasStickyActions}
      aria-labelledby={`${id}-title`}
      aria-describedby={isBodyDescription ? `${id}-body` : undefined}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
    >
      <h2 id={`${id}-title`} className={styles.title}>
        {title}
      </h2>
      {children === undefined ? undefined : (
        <div id={`${id}-body`} className={styles.body}>
          {children}
        </div>
      )}
      <div className={styles.actions}>{actions}</div>
    </dialog>
  );
}
