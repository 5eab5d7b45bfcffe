import { type ReactNode, useEffect, useRef } from 'react';
import styles from './PageFrame.module.css';
import { takeFocus } from './take-focus.ts';

export type PageFrameProps = {
  readonly title: ReactNode;
  /** Actions of the page, beside the title. */
  readonly actions?: ReactNode;
  readonly width?: 'narrow' | 'wide';
  /**
   * Moves the focus to the title when the page opens. Not for the first page, nor for pages where a field
   * takes the focus.
   */
  readonly hasFocus?: boolean;
  readonly children: ReactNode;
};

/** A page under its heading. */
export function PageFrame({ title, actions, width = 'wide', hasFocus = false, children }: PageFrameProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (hasFocus) takeFocus(heading.current);
  }, [hasFocus]);
  return (
    <div className={styles.page} data-width={width}>
      <header className={styles.header}>
        <h1 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h1>
        {actions === undefined ? undefined : <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
