import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/Icon.tsx';
import styles from './SelfView.module.css';

export type SelfViewProps = {
  readonly isCameraOn: boolean;
  /** Shows the own camera in the element, until the function it returns is called. */
  readonly attachLocal: RefCallback<HTMLVideoElement>;
};

/** The own picture, mirrored here and nowhere else: people move as they do before a mirror (decision D17). */
export function SelfView({ isCameraOn, attachLocal }: SelfViewProps) {
  const { t } = useTranslation();
  return (
    <figure className={styles.self} aria-label={t('call.self_view')}>
      <video ref={attachLocal} className={styles.video} autoPlay playsInline muted />
      {isCameraOn ? undefined : (
        <figcaption className={styles.off}>
          <Icon name="cameraOff" />
          <span className={styles.words}>{t('call.own_camera_off')}</span>
        </figcaption>
      )}
    </figure>
  );
}
