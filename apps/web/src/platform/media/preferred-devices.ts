import { type DeviceChoice, type DeviceRole, findChosen } from '../../client/media/devices.ts';
import type { DeviceList } from '../../client/ports/device-ports.ts';
import type { PreferredDevices } from './open-devices.ts';

/**
 * The chosen devices as getUserMedia is asked for them. One that is there is demanded, because browsers may take a
 * wish for less than their own prompt; one that is missing is a wish, so that it stops nothing.
 */
export function preferredDevices({ devices }: DeviceList, { choices }: DeviceChoice): PreferredDevices {
  const wish = (role: DeviceRole): MediaTrackConstraints | undefined => {
    const found = findChosen(devices.get(), choices.get(), role);
    if (found !== undefined) return { deviceId: { exact: found.id } };
    // Before the first permission the list is empty; the id may well be right all the same.
    const id = choices.get()[role]?.id;
    return id === undefined ? undefined : { deviceId: { ideal: id } };
  };
  const [audio, video] = [wish('microphone'), wish('camera')];
  return { ...(audio && { audio }), ...(video && { video }) };
}
