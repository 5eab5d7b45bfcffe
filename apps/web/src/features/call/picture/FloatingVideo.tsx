import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { FloatingPanel, PanelButton } from '../../../ui/floating-panel/FloatingPanel.tsx';
import type { FloatingShape } from '../../../ui/floating-panel/floating-place.ts';
import { panelWords } from '../frame/panel-words.ts';
import styles from './FloatingVideo.module.css';

/** Initial width: 15 % of the window (INCALL-03). Least width: room for the buttons on the video. */
const shape: FloatingShape = { initial: { size: 0.15, x: 1, y: 1 }, unit: 'window', leastWidth: 104 };

/** Key under which the place and size of the small video are stored. */
const key = 'selfView';

export type FloatingVideoProps = {
  /** The accessible name. */
  readonly label: string;
  /** Remembers place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
  /** Makes this video the large one; undefined = there is no other video. */
  readonly onSwap: (() => void) | undefined;
  readonly children: ReactNode;
};

/** The small video of a call, which floats over the large one (INCALL-02 … -04). */
export function FloatingVideo({ label, store, onSwap, children }: FloatingVideoProps) {
  const { t } = useTranslation();
  return (
    <FloatingPanel
      kind="figure"
      label={label}
      words={panelWords(t)}
      shape={shape}
      buttons="onDemand"
      lastButton={onSwap && <PanelButton label={t('call.self_view_swap')} icon="swap" onPress={onSwap} />}
      areaClassName={styles.area}
      className={styles.small}
      remembered={store?.get(key)}
      onRemember={(place) => store?.set(key, place)}
    >
      {children}
    </FloatingPanel>
  );
}
