import type { Clock, LocalMedia, Log } from '@samtal/call-core';
import { mediaFailureOf } from './media-failure.ts';
import type { Permissions } from './media-permission.ts';
import { readMediaPermission } from './media-permission.ts';
import type { DeviceKinds } from './open-devices.ts';
import { stop } from './open-devices.ts';

/** How long devices stay open to ask for permission: "a few seconds" of MEDIA-03. */
const HOLD_MS = 3_000;

export type MediaPrimingOptions = {
  readonly open: (wanted: DeviceKinds) => Promise<MediaStream>;
  readonly permissions: Permissions | undefined;
  readonly clock: Clock;
  readonly log: Log;
  readonly onPermission: (isDenied: boolean) => void;
};

export type MediaPriming = {
  readonly prime: LocalMedia['prime'];
  /** The devices that are being opened now to ask for permission. */
  readonly sought: () => DeviceKinds | undefined;
};

/** Asks for permission before the first call needs it, and reports every later change of it (MEDIA-07). */
export function createMediaPriming(options: MediaPrimingOptions): MediaPriming {
  const { open, permissions, clock, log, onPermission } = options;
  let isPriming = false;
  let sought: DeviceKinds | undefined;
  let next: DeviceKinds | undefined;
  let told: boolean | undefined;
  let stopWatching: (() => void) | undefined;

  /**
   * Reports whether permission is denied, unless that was already reported: both the browser and the opened
   * device tell that the user has answered the prompt.
   */
  function tell(isDenied: boolean): void {
    if (told === isDenied) return;
    told = isDenied;
    onPermission(isDenied);
  }

  async function seek(wanted: DeviceKinds): Promise<void> {
    sought = wanted;
    try {
      const stream = await open(wanted);
      clock.setTimer(HOLD_MS, () => stop(stream));
      tell(false);
    } catch (error) {
      const failure = mediaFailureOf(error);
      log.info('permission_request_failed', { failure });
      tell(failure === 'denied');
    } finally {
      sought = undefined;
    }
  }

  async function prime(wanted: DeviceKinds): Promise<void> {
    const wasDenied = told === true;
    told = undefined;
    const permission = await readMediaPermission(permissions, wanted);
    stopWatching?.();
    stopWatching = permission?.watch(tell);
    // If the user has turned off the denied medium, permission for the other is reported: calls are possible
    // again.
    if (permission?.isGranted !== true) await seek(wanted);
    else if (wasDenied) tell(false);
  }

  /** Runs one prompt at a time; permission for a medium turned on meanwhile is requested later (MEDIA-03). */
  async function primeInTurn(): Promise<void> {
    if (isPriming) return;
    isPriming = true;
    while (next !== undefined) {
      const wanted = next;
      next = undefined;
      await prime(wanted);
    }
    isPriming = false;
  }

  return {
    prime(wanted) {
      if (!wanted.audio && !wanted.video) return;
      next = wanted;
      void primeInTurn();
    },
    sought: () => sought,
  };
}
