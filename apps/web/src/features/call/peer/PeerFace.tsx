import type { HoldView, PeerView } from '@samtal/call-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { Spinner } from '../../../ui/notices/Spinner.tsx';
import { Avatar } from '../frame/Avatar.tsx';
import styles from './PeerFace.module.css';
import { reasonOfFace } from './peer-words.ts';

export type PeerFaceProps = {
  readonly name: string;
  readonly peer: PeerView;
  readonly hold: HoldView | undefined;
  /** The name stands on the video already. */
  readonly isNamed?: boolean;
  /** Instead of the reason, where two pictures have the same. */
  readonly words?: string | undefined;
  /** The button that resumes a call that the user holds. */
  readonly children?: ReactNode;
};

/**
 * Face and name in place of a remote video that shows nothing, with the reason. The words are hidden from screen
 * readers, which read the reason in the header of the call.
 */
export function PeerFace({ name, peer, hold = 'none', isNamed = false, words, children }: PeerFaceProps) {
  const { t } = useTranslation();
  const reason = reasonOfFace(peer, hold);
  if (reason === undefined) return undefined;
  const isWaiting = peer.contact !== 'good' || hold === 'takenOver';
  const sign = <Icon name={hold === 'none' ? 'cameraOff' : 'pause'} />;
  return (
    <div className={styles.face} data-face data-named={isNamed || undefined}>
      <div className={styles.words} aria-hidden="true">
        <Avatar name={name} />
        {isNamed ? undefined : <bdi className={styles.name}>{name}</bdi>}
        <p className={styles.reason}>
          {isWaiting ? <Spinner size="1.25em" /> : sign}
          {words ?? t(reason, { name })}
        </p>
      </div>
      {children}
    </div>
  );
}
