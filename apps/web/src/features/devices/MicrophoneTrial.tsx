import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { DeviceServices, Trial } from '../../client/ports/device-ports.ts';
import { useStore } from '../../client/store/store.ts';
import { LevelMeter, showLevel } from './LevelMeter.tsx';

/** Least level that counts as sound; a quiet room stays below. */
const HEARD_LEVEL = 0.35;

export type MicrophoneTrialProps = {
  readonly devices: DeviceServices;
  /** Must be the same function in each render, like `onHeard`: a different function restarts the test. */
  readonly onResult: (trial: Trial<undefined>) => void;
  /** Called when the microphone picks up sound for the first time. */
  readonly onHeard?: () => void;
};

/** Test of the chosen microphone: while mounted, shows its level; reports the result. */
export function MicrophoneTrial({ devices: { bench, choice }, onResult, onHeard }: MicrophoneTrialProps) {
  const { t } = useTranslation();
  const meter = useRef<HTMLDivElement>(null);
  const chosen = useStore(choice.choices).microphone?.id;

  useEffect(() => {
    const trying = new AbortController();
    let hasHeard = false;
    const onLevel = (level: number): void => {
      showLevel(meter.current, level);
      if (hasHeard || level < HEARD_LEVEL) return;
      hasHeard = true;
      onHeard?.();
    };
    const look = async (): Promise<void> => {
      const trial = await bench.tryMicrophone(onLevel, trying.signal);
      if (!trying.signal.aborted) onResult(trial);
    };
    void look();
    return () => trying.abort();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another choice is another microphone to test
  }, [bench, chosen, onResult, onHeard]);

  return <LevelMeter ref={meter} label={t('devices.level')} />;
}
