import { useEffect, useState } from 'react';
import styles from './Spinner.module.css';

/** How long a task runs before it is announced: text that appears and disappears immediately is noise. */
const wordsAfterMs = 1000;

/** Shows that a task is running. Screen readers hear `label` when the task takes more than a second. */
export function Spinner({ label, size = '2.5rem' }: { readonly label?: string; readonly size?: string }) {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLong(true), wordsAfterMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <span className={styles.spinner}>
      <svg
        className={styles.wheel}
        width={size}
        height={size}
        viewBox="0 0 24 24"
        aria-hidden="true"
        focusable="false"
      >
        <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.25" />
        <path
          d="M12 3a9 9 0 0 1 9 9"
          fill="none"
          stroke="currentColor"
          strokeWidth="3"
          strokeLinecap="round"
        />
      </svg>
      {label === undefined ? undefined : <output>{isLong ? label : ''}</output>}
    </span>
  );
}
