import type { Clock } from '@samtal/call-core';
import { ringVibrationMs } from '../../client/attention.ts';

/** Silence between two runs of the pattern. */
const PAUSE_MS = 1200;

const roundMs = ringVibrationMs.reduce((sum, ms) => sum + ms, PAUSE_MS);

type Device = {
  readonly vibrate?: (pattern: number[]) => boolean;
  /** Firefox before 120 has none. */
  readonly userActivation?: Pick<UserActivation, 'hasBeenActive'>;
};

/** Vibrates again and again while the page is visible (NOTIF-03, A-116); the returned function ends it. */
export function vibrateInRounds(
  device: Device,
  page: Pick<Document, 'visibilityState'>,
  clock: Pick<Clock, 'setTimer'>,
): () => void {
  if (!('vibrate' in device)) return () => undefined;
  // Browsers refuse a page nobody has touched yet, and complain in the console.
  const isAllowed = (): boolean => device.userActivation?.hasBeenActive ?? true;
  let forgetRound: () => void = () => undefined;
  const round = (): void => {
    if (page.visibilityState === 'visible' && isAllowed()) device.vibrate?.([...ringVibrationMs]);
    forgetRound = clock.setTimer(roundMs, round);
  };
  round();
  return () => {
    forgetRound();
    if (isAllowed()) device.vibrate?.([]);
  };
}
