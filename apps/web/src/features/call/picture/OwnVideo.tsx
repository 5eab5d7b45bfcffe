import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/icons/Icon.tsx';
import styles from './OwnVideo.module.css';

export type OwnVideoProps = {
  readonly isCameraOn: boolean;
  /** Shows the local camera in the element, until the returned function is called. */
  readonly attachLocal: RefCallback<HTMLVideoElement>;
};

/**
 * The user's own video, mirrored on this screen only; the remote user sees it as it is (decision D17). It
 * fills the `figure` around it.
 */
export function OwnVideo({ isCameraOn, attachLocal }: OwnVideoProps) {
  const { t } = useTranslation();
  return (
    <>
      <video ref={attachLocal} className={styles.video} autoPlay playsInline muted />
      {isCameraOn ? undefined : (
        <figcaption className={styles.off}>
          <Icon name="cameraOff" />
          <span>{t('call.own_camera_off')}</span>
        </figcaption>
      )}
    </>
  );
}
