import type { Log, ScreenCapture, ScreenCaptureEvent } from '@samtal/call-core';
import type { CallStreams } from './call-streams.ts';
import { stop } from './open-devices.ts';

export type ScreenCaptureOptions = {
  readonly emit: (event: ScreenCaptureEvent) => void;
  readonly streams: CallStreams;
  readonly log: Log;
  readonly mediaDevices: Pick<MediaDevices, 'getDisplayMedia'>;
};

type Why = Extract<ScreenCaptureEvent, { type: 'screenFailed' }>['why'];

/**
 * Why nothing is captured; undefined = the user has chosen nothing. Browsers report a cancelled choice and a refusal
 * of the system by the same error: Chromium says which it is in the message, and Firefox finds nothing to capture
 * when the system refuses.
 */
function whyNot(error: unknown): Why {
  const { name, message } = error instanceof Error ? error : new Error();
  switch (name) {
    case 'NotAllowedError':
      return /system|policy/i.test(message) ? 'denied' : undefined;
    case 'NotFoundError':
    case 'NotReadableError':
      return 'denied';
    case 'InvalidStateError':
      return 'pressAgain';
    default:
      return 'failed';
  }
}

/** The browser's capture of a screen, a window or a tab, without sound; its stream is put into `streams`. */
export function createScreenCapture({
  emit,
  streams,
  log,
  mediaDevices,
}: ScreenCaptureOptions): ScreenCapture {
  /** The choice that is open in a call; another object = a later one. */
  const choosing = new Map<string, object>();

  async function open(callId: string): Promise<void> {
    const choice = {};
    choosing.set(callId, choice);
    const isOpen = (): boolean => choosing.get(callId) === choice && choosing.delete(callId);
    try {
      const stream = await mediaDevices.getDisplayMedia({ video: true, audio: false });
      const [track] = stream.getVideoTracks();
      if (track === undefined) throw new Error('the shared screen has no video track');
      if (!isOpen()) {
        stop(stream);
        return;
      }
      // Letters matter more than movement (W3C mst-content-hint).
      track.contentHint = 'detail';
      track.addEventListener('ended', () => {
        if (streams.get(callId, 'ownScreen') !== stream) return;
        streams.remove(callId, 'ownScreen');
        emit({ type: 'screenEnded', callId });
      });
      streams.set(callId, 'ownScreen', stream);
      emit({ type: 'screenOpened', callId });
    } catch (error) {
      const why = whyNot(error);
      log.info('screen_not_captured', { error: error instanceof Error ? error.name : 'unknown', why });
      if (isOpen()) emit({ type: 'screenFailed', callId, ...(why && { why }) });
    }
  }

  return {
    open: (callId) => void open(callId),
    close(callId) {
      choosing.delete(callId);
      const stream = streams.get(callId, 'ownScreen');
      streams.remove(callId, 'ownScreen');
      if (stream !== undefined) stop(stream);
    },
  };
}
