import { use, useState } from 'react';
import { Icon, type IconName } from '../../../ui/icons/Icon.tsx';
import { initialsOf } from '../../../ui/portrait/initials.ts';
import styles from './Avatar.module.css';
import { FaceContext } from './face-context.ts';

/** How the call went, as a small sign at the edge of the avatar. */
export type AvatarBadge = { readonly icon: IconName; readonly isBad: boolean };

export type AvatarProps = {
  readonly name: string;
  readonly isPulsing?: boolean;
  readonly badge?: AvatarBadge | undefined;
};

/**
 * The picture or the initials of the remote user, or the sign of a service. Screen readers do not read it: they read the
 * name beside it.
 */
export function Avatar({ name, isPulsing = false, badge }: AvatarProps) {
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
      {badge === undefined ? undefined : (
        <span className={styles.badge} data-is-bad={badge.isBad || undefined}>
          <Icon name={badge.icon} size="1em" />
        </span>
      )}
    </span>
  );
}
