import { use, useState } from 'react';
import { initialsOf } from '../../../ui/portrait/initials.ts';
import styles from './Avatar.module.css';
import { FaceContext } from './face-context.ts';

export type AvatarProps = { readonly name: string; readonly isPulsing?: boolean };

/**
 * The picture or the initials of the remote user; hidden from screen readers, because the name always stands
 * beside them.
 */
export function Avatar({ name, isPulsing = false }: AvatarProps) {
  const picture = use(FaceContext);
  const [missing, setMissing] = useState('');
  return (
    <span className={styles.avatar} data-pulsing={isPulsing || undefined} aria-hidden="true">
      {picture === '' || picture === missing ? (
        <bdi>{initialsOf(name)}</bdi>
      ) : (
        <img className={styles.picture} src={picture} alt="" onError={() => setMissing(picture)} />
      )}
    </span>
  );
}
