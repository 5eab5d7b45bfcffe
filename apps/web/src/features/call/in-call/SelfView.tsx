import type { RefCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { FloatingPanel } from '../../../ui/floating-panel/FloatingPanel.tsx';
import type { FloatingShape } from '../../../ui/floating-panel/floating-place.ts';
import { Icon } from '../../../ui/icons/Icon.tsx';
import { panelWords } from '../frame/panel-words.ts';
import styles from './SelfView.module.css';

/** Initial width: 15 % of the window (INCALL-03). Least width: room for the buttons on the self view. */
const shape: FloatingShape = { initial: { size: 0.15, x: 1, y: 1 }, unit: 'window', leastWidth: 104 };

/** Key under which the place and size of the self view are stored. */
const key = 'selfView';

export type SelfViewProps = {
  readonly isCameraOn: boolean;
  /** Shows the local camera in the element, until the returned function is called. */
  readonly attachLocal: RefCallback<HTMLVideoElement>;
  /** Remembers place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
};

/** The user's own video, mirrored on this screen only; the remote user sees it as it is (decision D17). */
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
