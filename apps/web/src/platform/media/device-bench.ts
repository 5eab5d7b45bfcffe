import type { Log } from '@samtal/call-core';
import type { DeviceBench, DeviceList, PictureFacts, Trial } from '../../client/ports/device-ports.ts';
import { eachFrame } from '../page/each-frame.ts';
import { createLevelReader } from './level-meter.ts';
import { mediaFailureOf } from './media-failure.ts';
import { type DeviceKinds, type Devices, openDevices, type PreferredDevices, stop } from './open-devices.ts';

export type DeviceBenchOptions = {
  readonly mediaDevices: Devices;
  readonly list: Pick<DeviceList, 'refresh'>;
  readonly preferred: () => PreferredDevices;
  readonly log: Log;
};

/** Number of frames before the measurement: the first frames of a camera are slow. */
const SKIPPED_FRAMES = 5;
/**
 * Number of frames that are measured: about a second of a slow camera. `requestVideoFrameCallback` counts
 * only frames that are shown.
 */
const MEASURED_FRAMES = 15;

const nothingSeen: PictureFacts = { width: 0, height: 0, framesPerSecond: 0 };

function measure(element: HTMLVideoElement, signal: AbortSignal): Promise<PictureFacts> {
  return new Promise((resolve) => {
    let count = 0;
    let startedMs = 0;
    const frame = (nowMs: number): void => {
      if (count === SKIPPED_FRAMES) startedMs = nowMs;
      count += 1;
      if (count <= SKIPPED_FRAMES + MEASURED_FRAMES) {
        element.requestVideoFrameCallback(frame);
        return;
      }
      const framesPerSecond = Math.round((MEASURED_FRAMES * 1000) / (nowMs - startedMs));
      resolve({ width: element.videoWidth, height: element.videoHeight, framesPerSecond });
    };
    element.requestVideoFrameCallback(frame);
    signal.addEventListener('abort', () => resolve(nothingSeen), { once: true });
  });
}

export function createDeviceBench({ mediaDevices, list, preferred, log }: DeviceBenchOptions): DeviceBench {
  /** Opens a stream; closes it immediately if `signal` has aborted meanwhile. */
  async function open(kinds: DeviceKinds, signal: AbortSignal): Promise<MediaStream> {
    const { stream } = await openDevices(mediaDevices, kinds, log, preferred());
    if (signal.aborted) stop(stream);
    signal.addEventListener('abort', () => stop(stream), { once: true });
    // Now that permission is given, the browser tells the devices' names.
    void list.refresh();
    return stream;
  }

  const failed = <Facts>(error: unknown): Trial<Facts> => ({ ok: false, failure: mediaFailureOf(error) });
  const labelOf = (stream: MediaStream): string => stream.getTracks()[0]?.label ?? '';

  return {
    async tryCamera(element, signal) {
      try {
        const stream = await open({ audio: false, video: true }, signal);
        if (signal.aborted) return { ok: true, label: labelOf(stream), facts: nothingSeen };
        element.muted = true;
        element.srcObject = stream;
        const hide = (): void => {
          element.srcObject = null;
        };
        signal.addEventListener('abort', hide, { once: true });
        const measuring = measure(element, signal);
        await element.play().catch(() => undefined);
        return { ok: true, label: labelOf(stream), facts: await measuring };
      } catch (error) {
        return failed(error);
      }
    },
    async tryMicrophone(onLevel, signal) {
      try {
        const stream = await open({ audio: true, video: false }, signal);
        if (!signal.aborted) {
          const reader = createLevelReader(stream);
          const stopReading = eachFrame(() => onLevel(reader.read()));
          const close = (): void => {
            stopReading();
            reader.stop();
          };
          signal.addEventListener('abort', close, { once: true });
        }
        return { ok: true, label: labelOf(stream), facts: undefined };
      } catch (error) {
        return failed(error);
      }
    },
  };
}
