import type { PeerView } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { Spinner } from '../../../ui/notices/Spinner.tsx';
import { Avatar } from '../frame/Avatar.tsx';
import styles from './PeerFace.module.css';
import { peerWordsOf } from './peer-words.ts';

export type PeerFaceProps = { readonly name: string; readonly peer: PeerView };

/**
 * Face and name in place of a remote video that shows nothing, with the reason. Hidden from screen readers,
 * which read the reason in the header of the call.
 */
export function PeerFace({ name, peer }: PeerFaceProps) {
  const { t } = useTranslation();
  const { contact, camera } = peerWordsOf(peer, 'video');
  const reason = contact ?? camera;
  if (reason === undefined) return undefined;
  return (
    <div className={styles.face} data-contact={contact === undefined ? undefined : 'lost'} aria-hidden="true">
      <Avatar name={name} />
      <bdi className={styles.name}>{name}</bdi>
      <p className={styles.reason}>
        {contact === undefined ? <Icon name="cameraOff" /> : <Spinner size="1.25em" />}
        {t(reason, { name })}
      </p>
    </div>
  );
}
