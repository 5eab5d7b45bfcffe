import type { Log } from '@samtal/call-core';
import type { Device, DeviceKind } from '../../client/media/devices.ts';
import type { DeviceList } from '../../client/ports/device-ports.ts';
import { createStore } from '../../client/store/store.ts';

const KINDS: Readonly<Record<MediaDeviceKind, DeviceKind>> = {
  audioinput: 'microphone',
  audiooutput: 'speaker',
  videoinput: 'camera',
};

/** The ids under which Chromium lists the system's default devices again; in Samtal these are "no choice". */
const ALIASES: readonly string[] = ['default', 'communications'];

export type Enumerable = Pick<MediaDevices, 'enumerateDevices' | 'addEventListener'>;

/** The devices as the browser lists them. Before the user allows access, browsers give them no names. */
export function createDeviceList(mediaDevices: Enumerable, log: Log): DeviceList {
  const devices = createStore<readonly Device[]>([]);

  async function refresh(): Promise<void> {
    try {
      const found = (await mediaDevices.enumerateDevices())
        .filter(({ deviceId }) => deviceId !== '' && !ALIASES.includes(deviceId))
        .map(({ kind, deviceId, label }) => ({ kind: KINDS[kind], id: deviceId, label }));
      if (JSON.stringify(found) !== JSON.stringify(devices.get())) devices.set(found);
    } catch (error) {
      log.warn('devices_not_listed', { error: String(error) });
    }
  }

  mediaDevices.addEventListener('devicechange', () => void refresh());
  return { devices, refresh };
}
