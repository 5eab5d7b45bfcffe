import { useDevices } from '../../../client/hooks/use-client.ts';
import type { DeviceServices } from '../../../client/ports/device-ports.ts';
import { useStore } from '../../../client/store/store.ts';
import { laterPart } from './later-part.tsx';

const DeviceNotices = laterPart((parts) => parts.DeviceNotices);

/** The notices about the call's devices, whose code is loaded with the first one. */
export function LaterDeviceNotices() {
  const devices = useDevices();
  return devices && <Watched devices={devices} />;
}

function Watched({ devices: { inCall } }: { readonly devices: DeviceServices }) {
  const { notice } = useStore(inCall.state);
  return notice && <DeviceNotices />;
}
