import { Late } from './Late.tsx';
import styles from './LateSpinner.module.css';
import { Spinner } from './Spinner.tsx';

/** The delay of the spinner: a list that loads sooner shows none. */
const signAfterMs = 2000;

/** Shows that a list is loading, but only after two seconds (SERVICE-04). */
export function LateSpinner({ label }: { readonly label: string }) {
  return (
    <output className={styles.waiting}>
      <Late afterMs={signAfterMs}>
        <Spinner />
        {label}
      </Late>
    </output>
  );
}
