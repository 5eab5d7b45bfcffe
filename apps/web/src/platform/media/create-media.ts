import type { LocalMediaEvent, Log } from '@samtal/call-core';
import { createDeviceChoice } from '../../client/media/devices.ts';
import type { DeviceServices } from '../../client/ports/device-ports.ts';
import type { MediaStage } from '../../client/ports/media-stage.ts';
import type { KeyValueStore } from '../../client/store/key-value-store.ts';
import { createMediaStage } from './browser-media-stage.ts';
import { createCallDevices } from './call-devices.ts';
import type { CallStreams } from './call-streams.ts';
import { createDeviceList } from './device-list.ts';
import { type BrowserLocalMedia, createLocalMedia } from './local-media.ts';
import { preferredDevices } from './preferred-devices.ts';
import { createSinks } from './sinks.ts';

export type MediaOptions = {
  readonly emit: (event: LocalMediaEvent) => void;
  readonly streams: CallStreams;
  /** Stores the chosen devices. */
  readonly store: KeyValueStore;
  readonly log: Log;
  /** `navigator.mediaDevices`; undefined outside a secure context. */
  readonly mediaDevices: MediaDevices | undefined;
};

export type Media = {
  readonly localMedia: BrowserLocalMedia;
  readonly stage: MediaStage;
  readonly devices: DeviceServices | undefined;
};

/** Creates all parts that list, choose, open, show and test devices, and connects them. */
export function createMedia({ emit, streams, store, log, mediaDevices }: MediaOptions): Media {
  if (mediaDevices === undefined) {
    const localMedia = createLocalMedia({ emit, streams, log, mediaDevices });
    return { localMedia, stage: createMediaStage(streams, localMedia, log), devices: undefined };
  }
  const list = createDeviceList(mediaDevices, log);
  void list.refresh();
  const choice = createDeviceChoice(store);
  const sinks = createSinks(list, choice, log);
  const preferred = () => preferredDevices(list, choice);
  const localMedia = createLocalMedia({ emit, streams, log, mediaDevices, preferred });
  const { restoreSending } = localMedia;
  const openBench = async () => {
    const { createDeviceBench } = await import('./device-bench.ts');
    return createDeviceBench({ mediaDevices, list, preferred, log });
  };
  return {
    localMedia,
    stage: createMediaStage(streams, localMedia, log, sinks),
    devices: {
      list,
      choice,
      sinks,
      inCall: createCallDevices({ emit, streams, restoreSending, mediaDevices, list, choice, log }),
      bench: {
        tryCamera: async (element, signal) => (await openBench()).tryCamera(element, signal),
        tryMicrophone: async (onLevel, signal) => (await openBench()).tryMicrophone(onLevel, signal),
      },
    },
  };
}
