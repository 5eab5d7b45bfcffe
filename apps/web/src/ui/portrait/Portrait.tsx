import { useState } from 'react';
import { initialsOf } from './initials.ts';
import styles from './Portrait.module.css';

export type PortraitProps = {
  readonly name: string;
  /** Address of an image; '' = none. */
  readonly image: string;
  readonly size?: 'medium' | 'large';
};

/**
 * The image of a person or service, or initials if there is none or it cannot be loaded. Hidden from
 * assistive technology, because the name is always written beside it.
 */
export function Portrait({ name, image, size = 'medium' }: PortraitProps) {
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
      ) : (
        <bdi>{initialsOf(name)}</bdi>
      )}
    </span>
  );
}
