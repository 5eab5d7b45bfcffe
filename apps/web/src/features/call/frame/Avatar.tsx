import { use, useState } from 'react';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { initialsOf } from '../../../ui/portrait/initials.ts';
import styles from './Avatar.module.css';
import { FaceContext } from './face-context.ts';

export type AvatarProps = { readonly name: string; readonly isPulsing?: boolean };

/**
 * The picture or the initials of the remote user, or the sign of a service. Screen readers do not read it: they read the
 * name beside it.
 */
export function Avatar({ name, isPulsing = false }: AvatarProps) {
  const { picture, sign } = use(FaceContext);
  const [missing, setMissing] = useState('');
  const instead = sign ? <Icon name={sign} size="1.25em" /> : <bdi>{initialsOf(name)}</bdi>;
  return (
    <span className={styles.avatar} data-pulsing={isPulsing || undefined} aria-hidden="true">
      {picture === '' || picture === missing ? (
        instead
      ) : (
        <img className={styles.picture} src={picture} alt="" onError={() => setMissing(picture)} />
      )}
    </span>
  );
}
