import { initialsOf } from '../../../ui/portrait/initials.ts';
import styles from './Avatar.module.css';

export type AvatarProps = { readonly name: string; readonly isPulsing?: boolean };

/** Initials of a user without an image. The name is always written beside it. */
export function Avatar({ name, isPulsing = false }: AvatarProps) {
  return (
    <span className={styles.avatar} data-pulsing={isPulsing || undefined} aria-hidden="true">
      <bdi>{initialsOf(name)}</bdi>
    </span>
  );
}
