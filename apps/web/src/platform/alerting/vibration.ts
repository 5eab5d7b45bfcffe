import type { Clock } from '@samtal/call-core';
import { nudgeVibrationMs, ringVibrationMs } from '../../client/ports/attention.ts';

/** The pause between two runs of the pattern. */
const PAUSE_MS = 1200;

const roundMs = ringVibrationMs.reduce((sum, ms) => sum + ms, PAUSE_MS);

type Device = {
  readonly vibrate?: (pattern: number[]) => boolean;
  /** Missing in Firefox before 120. */
  readonly userActivation?: Pick<UserActivation, 'hasBeenActive'>;
};

/** Whether the page may vibrate: without a user action browsers refuse, with a warning in the console. */
const isAllowed = (device: Device): boolean => device.userActivation?.hasBeenActive ?? true;

/** Vibrates briefly if the page is visible. */
export function vibrateOnce(device: Device, page: Pick<Document, 'visibilityState'>): void {
  if (page.visibilityState === 'visible' && isAllowed(device)) device.vibrate?.([...nudgeVibrationMs]);
}

/** Vibrates repeatedly while the page is visible (NOTIF-03, A-116); the returned function stops it. */
export function vibrateInRounds(
  device: Device,
  page: Pick<Document, 'visibilityState'>,
  clock: Pick<Clock, 'setTimer'>,
): () => void {
  if (!('vibrate' in device)) return () => undefined;
  let forgetRound: () => void = () => undefined;
  const round = (): void => {
    if (page.visibilityState === 'visible' && isAllowed(device)) device.vibrate?.([...ringVibrationMs]);
    forgetRound = clock.setTimer(roundMs, round);
  };
  round();
  return () => {
    forgetRound();
    if (isAllowed(device)) device.vibrate?.([]);
  };
}
