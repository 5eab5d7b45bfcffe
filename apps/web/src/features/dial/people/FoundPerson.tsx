import { useTranslation } from 'react-i18next';
import { useFace } from '../../../client/hooks/use-face.ts';
import type { Findable } from '../../../client/people/find/findable.ts';
import { markedName } from '../../../client/people/find/marked-name.ts';
import { serviceSign } from '../../../client/people/service-sign.ts';
import { imageAddress } from '../../../client/product/image-address.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { Portrait } from '../../../ui/portrait/Portrait.tsx';
import styles from './FoundPerson.module.css';

export type FoundPersonProps = {
  readonly person: Findable;
  /** What the user has typed; '' marks nothing. */
  readonly typed: string;
};

/** A person or service with face, name, address and kind: a row of what was found. */
export function FoundPerson({ person, typed }: FoundPersonProps) {
  const { t } = useTranslation();
  const { name, address, image, kind, isFavourite } = person;
  const isService = kind === 'service';
  const face = useFace(isService ? '' : address, image);
  return (
    <span className={styles.person}>
      <Portrait name={name} image={imageAddress(face)} sign={isService ? serviceSign(address) : undefined} />
      <span className={styles.words}>
        <bdi className={styles.name}>
          {markedName(name, typed).map(({ text, isMarked }, index) =>
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text have no other key
            isMarked ? <b key={index}>{text}</b> : <span key={index}>{text}</span>,
          )}
        </bdi>
        <span className={styles.facts}>
          <bdi dir="ltr">{address}</bdi>
          <span>{t(isFavourite ? 'contacts.favourite' : `dial.kind.${kind}`)}</span>
        </span>
      </span>
      <Icon name="phone" />
    </span>
  );
}
