import { useState } from 'react';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { initialsOf } from './initials.ts';
import styles from './Portrait.module.css';

export type PortraitProps = {
  readonly name: string;
  /** Address of an image; '' = none. */
  readonly image: string;
  readonly size?: 'medium' | 'large';
  /** Shown in place of initials, for what is no person. */
  readonly sign?: IconName | undefined;
};

/**
 * The image of a person or service, or initials if there is none or it cannot be loaded. Hidden from
 * assistive technology, because the name is always written beside it.
 */
export function Portrait({ name, image, size = 'medium', sign }: PortraitProps) {
  const [missing, setMissing] = useState('');
  const hasPicture = image !== '' && missing !== image;
  return (
    <span className={styles.portrait} data-size={size} aria-hidden="true">
      {hasPicture ? (
        <img
          className={styles.picture}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setMissing(image)}
        />
      ) : sign !== undefined ? (
        <Icon name={sign} size="1.5em" />
      ) : (
        <bdi>{initialsOf(name)}</bdi>
      )}
    </span>
  );
}
