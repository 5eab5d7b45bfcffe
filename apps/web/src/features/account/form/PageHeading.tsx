import { useEffect, useRef } from 'react';
import styles from './PageHeading.module.css';

/** Names the page; whoever comes here begins here, also by keyboard and screen reader. */
export function PageHeading({ children }: { readonly children: string }) {
  // Another heading is another place to begin.
  return <Heading key={children}>{children}</Heading>;
}

function Heading({ children }: { readonly children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.heading}>
      {children}
    </h1>
  );
}
