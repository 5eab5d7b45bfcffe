import { type ReactNode, useState } from 'react';
import { Icon, type IconName } from '../icons/Icon.tsx';
import { initialsOf } from './initials.ts';
import { isMissingPicture, rememberMissingPicture } from './missing-pictures.ts';
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
 * The image of a person or service, or initials until it is loaded and if it cannot be loaded. Hidden from
 * assistive technology, because the name is always written beside it.
 */
export function Portrait({ name, image, size = 'medium', sign }: PortraitProps) {
  const instead = sign === undefined ? <bdi>{initialsOf(name)}</bdi> : <Icon name={sign} size="1.5em" />;
  return (
    <span className={styles.portrait} data-size={size} aria-hidden="true">
      {image === '' ? instead : <Picture key={image} image={image} instead={instead} />}
    </span>
  );
}

type PictureProps = Pick<PortraitProps, 'image'> & { readonly instead: ReactNode };

function Picture({ image, instead }: PictureProps) {
  const [phase, setPhase] = useState(() => (isMissingPicture(image) ? 'missing' : 'loading'));
  return (
    <>
      {phase === 'shown' ? undefined : instead}
      {phase === 'missing' ? undefined : (
        <img
          className={styles.picture}
          src={image}
          alt=""
          loading="lazy"
          decoding="async"
          onLoad={() => setPhase('shown')}
          onError={() => {
            rememberMissingPicture(image);
            setPhase('missing');
          }}
        />
      )}
    </>
  );
}
