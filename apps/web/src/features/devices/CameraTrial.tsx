import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceServices, PictureFacts, Trial } from '../../client/ports/device-ports.ts';
import { useStore } from '../../client/store/store.ts';
import styles from './trial.module.css';

export type CameraTrialProps = {
  readonly devices: DeviceServices;
  /** Must be the same function in each render: a different function restarts the test. */
  readonly onResult: (trial: Trial<PictureFacts>) => void;
};

/** Test of the chosen camera: while mounted, shows its video, mirrored as in a call; reports the result. */
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another choice is another camera to test
  }, [bench, chosen, onResult]);

  return <video ref={video} className={styles.picture} aria-label={t('devices.picture')} playsInline muted />;
}
