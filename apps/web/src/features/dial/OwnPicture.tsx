import type { MediaFailure } from '@samtal/call-core';
import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { deviceFailureWords } from '../../client/media/device-failure-words.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import styles from './OwnPicture.module.css';

export type OwnPictureProps = {
  readonly isOn: boolean;
  /** Why there is no video. */
  readonly failure: MediaFailure | undefined;
  /** Shows the local camera in the element, until the returned function is called. */
  readonly attach: RefCallback<HTMLVideoElement>;
};

/** Video from the user's camera, or the reason why there is none (DIAL-05, DIAL-06). */
export function OwnPicture({ isOn, failure, attach }: OwnPictureProps) {
  const { t } = useTranslation();
  if (!isOn)
    return (
      <p className={styles.off}>
        <Icon name="cameraOff" size="2.5rem" />
        {t('dial.cameraoff')}
      </p>
    );
  if (failure !== undefined) return <p className={styles.failed}>{t(deviceFailureWords[failure])}</p>;
  return (
    <video
      ref={attach}
      className={styles.picture}
      aria-label={t('dial.preview')}
      autoPlay
      playsInline
      muted
    />
  );
}
