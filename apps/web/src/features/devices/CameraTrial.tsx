import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceServices, PictureFacts, Trial } from '../../client/ports/device-ports.ts';
import { useStore } from '../../client/store/use-store.ts';
import styles from './trial.module.css';

export type CameraTrialProps = {
  readonly devices: DeviceServices;
  /** Keep it the same from render to render: another one begins the trial anew. */
  readonly onResult: (trial: Trial<PictureFacts>) => void;
};

/** The chosen camera, mirrored as in a call, as long as this is there. */
export function CameraTrial({ devices: { bench, choice }, onResult }: CameraTrialProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const chosen = useStore(choice.choices).camera?.id;

  useEffect(() => {
    const trying = new AbortController();
    const element = video.current;
    if (element === null) return undefined;
    const look = async (): Promise<void> => {
      const trial = await bench.tryCamera(element, trying.signal);
      if (!trying.signal.aborted) onResult(trial);
    };
    void look();
    return () => trying.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another choice is another camera to try
  }, [bench, chosen, onResult]);

  return <video ref={video} className={styles.picture} aria-label={t('devices.picture')} playsInline muted />;
}
