import { useEffect, useState } from 'react';
import styles from './LateSpinner.module.css';
import { Spinner } from './Spinner.tsx';

/** The delay of the spinner: a list that loads sooner shows none. */
const signAfterMs = 2000;

/** Shows that a list is loading, but only after two seconds (SERVICE-04). */
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
