import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './Card.module.css';

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
