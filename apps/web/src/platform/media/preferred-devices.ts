import { type DeviceChoice, type DeviceRole, findChosen } from '../../client/media/devices.ts';
import type { DeviceList } from '../../client/ports/device-ports.ts';
import type { PreferredDevices } from './open-devices.ts';

/**
 * The chosen devices as constraints for getUserMedia. A device that is present is `exact`, because browsers
 * may let their own prompt override `ideal`; a missing one is `ideal`, so that opening does not fail.
 */
export function preferredDevices({ devices }: DeviceList, { choices }: DeviceChoice): PreferredDevices {
  const constraintsFor = (role: DeviceRole): MediaTrackConstraints | undefined => {
    const found = findChosen(devices.get(), choices.get(), role);
    if (found !== undefined) return { deviceId: { exact: found.id } };
    // Before the first permission the list is empty, although the id may be right.
    const id = choices.get()[role]?.id;
    return id === undefined ? undefined : { deviceId: { ideal: id } };
  };
  const audio = constraintsFor('microphone');
  const video = constraintsFor('camera');
  return { ...(audio && { audio }), ...(video && { video }) };
}
