import { AddressText } from '../page/AddressText.tsx';
import styles from './FactList.module.css';

/**
 * A name with its values, each value on a line of its own. Without values, the list shows its word for
 * "none".
 */
export type Fact = { readonly label: string; readonly lines: readonly string[] };

/** A list of names and values. */
export function FactList({ facts, none }: { readonly facts: readonly Fact[]; readonly none: string }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, lines }) => (
        <div key={label} className={styles.fact}>
          <dt>{label}</dt>
          <dd data-empty={lines.length === 0}>
            {lines.length === 0
              ? none
              : lines.map((line) => (
                  <span key={line} className={styles.line}>
                    <AddressText>{line}</AddressText>
                  </span>
                ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
