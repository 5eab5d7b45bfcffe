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

/**
 * The dialer starts at the bottom, so that the name of the remote user stays visible. Its initial and least
 * size is 250 × 333 CSS pixels (DIALER-01, DIALER-02).
 */
const shape: FloatingShape = { initial: { size: 250, x: 0, y: 1 }, unit: 'pixel', leastWidth: 250 };

/** On a small screen the dialer starts at the top, so that own text and self view below stay visible. */
const smallShape: FloatingShape = { ...shape, initial: { ...shape.initial, y: 0 } };

/** Key under which the place and size of the dialer are stored. */
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

/** A phone keypad during a call, for services that ask for digits (DIALER-01 … -06). */
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

/** Sends the digit of a pressed key, only once while the key is held down (DIALER-06). */
function sendDigit(event: KeyboardEvent, onTone: DialerProps['onTone']): void {
  if (event.altKey || event.ctrlKey || event.metaKey || !/^[0-9*#]$/.test(event.key)) return;
  event.preventDefault();
  if (!event.repeat) onTone(event.key);
}
