import { initialsOf } from '../../../ui/portrait/initials.ts';
import styles from './Avatar.module.css';

export type AvatarProps = { readonly name: string; readonly isPulsing?: boolean };

/** The initials of a user; hidden from screen readers, because the name always stands beside them. */
export function Avatar({ name, isPulsing = false }: AvatarProps) {
  return (
    <span className={styles.avatar} data-pulsing={isPulsing || undefined} aria-hidden="true">
      <bdi>{initialsOf(name)}</bdi>
    </span>
  );
}
