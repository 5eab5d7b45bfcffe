import type { KeyboardEvent, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { KeyValueStore } from '../../../client/store/key-value-store.ts';
import { classNames } from '../../../ui/class-names.ts';
import { Keypad } from '../../../ui/fields/Keypad.tsx';
import { FloatingPanel, PanelButton } from '../../../ui/floating-panel/FloatingPanel.tsx';
import type { FloatingShape } from '../../../ui/floating-panel/floating-place.ts';
import { panelWords } from '../frame/panel-words.ts';
import stage from '../frame/stage.module.css';
import styles from './Dialer.module.css';

/** 250 × 333, which is also the least size (DIALER-01, DIALER-02); below the name of the remote user. */
const shape: FloatingShape = { initial: { size: 250, x: 0, y: 1 }, unit: 'pixel', leastWidth: 250 };

/** Where there is little room, the own text and the self view at the bottom are more important than the name. */
const smallShape: FloatingShape = { ...shape, initial: { ...shape.initial, y: 0 } };

/** Key under which its place is stored. */
const key = 'dialer';

export type DialerProps = {
  /** Digits that have been sent (text_dtmf). */
  readonly sent: string;
  readonly isSmallScreen: boolean;
  readonly onTone: (tone: string) => void;
  readonly onClose: () => void;
  /** Remembers place and size from call to call. */
  readonly store?: KeyValueStore | undefined;
  readonly ref?: RefObject<HTMLElement | null> | undefined;
};

/** A phone keypad during a call, for machines that ask for digits (DIALER-01 … -06). */
export function Dialer({ sent, isSmallScreen, onTone, onClose, store, ref }: DialerProps) {
  const { t } = useTranslation();
  return (
    <FloatingPanel
      ref={ref}
      kind="section"
      label={t('toolbar.dialpad')}
      words={panelWords(t)}
      shape={isSmallScreen ? smallShape : shape}
      buttons="always"
      takesFocus
      lastButton={<PanelButton label={t('common.close')} icon="close" onPress={onClose} />}
      areaClassName={styles.area}
      className={classNames(stage.stage, styles.dialer)}
      remembered={store?.get(key)}
      onRemember={(place) => store?.set(key, place)}
      onKeyDown={(event) => sendDigit(event, onTone)}
    >
      <div className={styles.content}>
        <output className={styles.sent} dir="ltr" aria-label={t('call.dialer_sent')}>
          {sent}
        </output>
        <Keypad label={t('toolbar.dialpad')} onKey={onTone} />
      </div>
    </FloatingPanel>
  );
}

/** One character per press: holding a key down counts once (DIALER-06). */
function sendDigit(event: KeyboardEvent, onTone: DialerProps['onTone']): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !/^[0-9*#]$/.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) onTone(event.key);
}
