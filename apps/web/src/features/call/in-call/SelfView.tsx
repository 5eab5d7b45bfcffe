import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { FloatingPanel } from '../../../ui/floating-panel/FloatingPanel.tsx';
import type { FloatingShape } from '../../../ui/floating-panel/floating-place.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { panelWords } from '../frame/panel-words.ts';
import styles from './SelfView.module.css';

/** INCALL-03; the least width fits its buttons. */
const shape: FloatingShape = { initial: { size: 0.15, x: 1, y: 1 }, unit: 'window', leastWidth: 104 };

/** Key under which its place is stored. */
const key = 'selfView';

export type SelfViewProps = {
  readonly isCameraOn: boolean;
  /** Shows the local camera in the element, until the returned function is called. */
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  /** Remembers place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
};

/** The user's own video, mirrored here and nowhere else, like a mirror (decision D17). */
export function SelfView({ isCameraOn, attachLocal, store }: SelfViewProps) {
  const { t } = useTranslation();
  return (
    <FloatingPanel
      kind="figure"
      label={t('call.self_view')}
      words={panelWords(t)}
      shape={shape}
      buttons="onDemand"
      areaClassName={styles.area}
      className={styles.self}
      remembered={store?.get(key)}
      onRemember={(place) => store?.set(key, place)}
    >
      <video ref={attachLocal} className={styles.video} autoPlay playsInline muted />
      {isCameraOn ? undefined : (
        <figcaption className={styles.off}>
          <Icon name="cameraOff" />
          <span>{t('call.own_camera_off')}</span>
        </figcaption>
      )}
    </FloatingPanel>
  );
}
