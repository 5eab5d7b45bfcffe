import { useEffect, useState } from 'react';
import styles from './LateSpinner.module.css';
import { Spinner } from './Spinner.tsx';

/** Lists that come sooner come without a sign that one waits for them. */
const signAfterMs = 2000;

/** A list is on its way: said after two seconds, not before (SERVICE-04). */
export function LateSpinner({ label }: { readonly label: string }) {
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), signAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <output className={styles.waiting}>
      {isLate ? (
        <>
          <Spinner />
          {label}
        </>
      ) : undefined}
    </output>
  );
}
