import type { DirectoryEntry } from '@samtal/api-contract';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallAction } from '../../client/hooks/use-call-action.ts';
import { useFace } from '../../client/hooks/use-face.ts';
import { imageAddress } from '../../client/product/image-address.ts';
import { IconButton } from '../../ui/buttons/IconButton.tsx';
import { Portrait } from '../../ui/portrait/Portrait.tsx';
import styles from './DirectoryRow.module.css';

/** A row of the directory (DIRECTORY-05); an entry with children is shown as a heading. */
export function DirectoryRow({ entry }: { readonly entry: DirectoryEntry }) {
  const { t } = useTranslation();
  const nameId = useId();
  const { name, image, phone, hasChildren } = entry;
  const face = useFace(phone ?? '', image ?? '');
  const call = useCallAction(phone || undefined);
  return (
    <div className={styles.row} data-calls={call !== undefined}>
      {hasChildren === true ? (
        <h3 id={nameId} className={styles.heading}>
          <bdi>{name}</bdi>
        </h3>
      ) : (
        <>
          <Portrait name={name} image={imageAddress(face)} />
          <span id={nameId} className={styles.name}>
            <bdi>{name}</bdi>
          </span>
        </>
      )}
      {phone ? (
        <IconButton icon="phone" label={t('common.call')} aria-describedby={nameId} onPress={call} />
      ) : undefined}
    </div>
  );
}
