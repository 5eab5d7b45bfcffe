import type { ReactNode } from 'react';
import styles from './Card.module.css';
import { classNames } from './class-names.ts';

/** A raised surface for things that belong together. */
export function Card({
  children,
  className,
}: {
  readonly children: ReactNode;
  readonly className?: string | undefined;
}) {
  return <div className={classNames(styles.card, className)}>{children}</div>;
}
