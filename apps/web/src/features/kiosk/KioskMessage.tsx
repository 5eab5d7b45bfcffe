import { type ReactNode, useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons/Icon.tsx';
import { Card } from '../../ui/page/Card.tsx';
import styles from './KioskMessage.module.css';

export type KioskMessageProps = {
  readonly kind: 'done' | 'fault';
  readonly title: string;
  /** What the visitor can do next. */
  readonly children?: ReactNode;
};

/** The last page for a visitor: the outcome of the visit. */
export function KioskMessage({ kind, title, children }: KioskMessageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The focused element disappeared with the call. Focusing the title also makes screen readers read it out.
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className={styles.card}>
      <span className={styles.sign} data-kind={kind}>
        <Icon name={kind === 'done' ? 'check' : 'warning'} size="3.5rem" />
      </span>
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </Card>
  );
}
