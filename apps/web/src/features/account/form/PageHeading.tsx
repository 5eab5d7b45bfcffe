import { useEffect, useRef } from 'react';
import styles from './PageHeading.module.css';

/** Heading of the page; it gets the focus when the page opens, for keyboard and screen reader users. */
export function PageHeading({ children }: { readonly children: string }) {
  // A changed heading becomes a new element, which takes the focus again.
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
