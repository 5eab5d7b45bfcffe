import { Icon, type IconName } from '../icons/Icon.tsx';
import styles from './SignList.module.css';

export type SignListProps = { readonly signs: readonly (readonly [IconName, string])[] };

/** A list of short statements, each with a sign. */
export function SignList({ signs }: SignListProps) {
  return (
    <ul className={styles.signs}>
      {signs.map(([icon, label]) => (
        <li key={icon} className={styles.sign}>
          <span className={styles.icon}>
            <Icon name={icon} size="1.75rem" />
          </span>
          {label}
        </li>
      ))}
    </ul>
  );
}
