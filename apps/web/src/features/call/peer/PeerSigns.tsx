import type { HoldView, PeerView } from '@samtal/call-core';
import { useTranslation } from 'react-i18next';
import { Icon, type IconName } from '../../../ui/icons/Icon.tsx';
import type { CallKind } from '../call-kind.ts';
import styles from './PeerSigns.module.css';
import { peerWordsOf } from './peer-words.ts';

export type PeerSignsProps = {
  /** Name of the remote user. */
  readonly name: string;
  readonly kind: CallKind;
  readonly peer: PeerView;
  readonly hold: HoldView;
  /** The face in place of the video states the reason, with the same words. */
  readonly hasFace?: boolean;
};

/**
 * Says in the header of a call what the remote user's devices and connection do, and which end holds the call. Screen readers announce each
 * change.
 */
export function PeerSigns({ name, kind, peer, hold: held, hasFace = false }: PeerSignsProps) {
  const { t } = useTranslation();
  const { contact, hold, camera, microphone } = peerWordsOf(peer, kind, held);
  const signs: readonly (readonly [IconName, typeof contact])[] = [
    ['warning', contact],
    [held === 'takenOver' ? 'phone' : 'pause', hold],
    ['cameraOff', camera],
    ['microphoneOff', microphone],
  ];
  const onFace = hasFace ? (contact ?? hold ?? camera) : undefined;
  return (
    // This live region is always in the page: only its changes are announced.
    <output className={styles.signs}>
      {signs.map(([icon, key]) =>
        key === undefined ? undefined : (
          <span
            key={icon}
            className={styles.sign}
            data-sign={icon}
            data-on-face={key === onFace || undefined}
          >
            <Icon name={icon} size="1.125em" />
            <span data-word>{t(key, { name })}</span>
          </span>
        ),
      )}
    </output>
  );
}
