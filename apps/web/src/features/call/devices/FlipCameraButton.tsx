import { useTranslation } from 'react-i18next';
import { useDevices } from '../../../client/hooks/use-client.ts';
import type { DeviceServices } from '../../../client/ports/device-ports.ts';
import { useStore } from '../../../client/store/store.ts';
import { ToolbarButton } from '../../../ui/buttons/ToolbarButton.tsx';

const doNothing = (): void => {};

/** Switches between front and back camera; shown only with two cameras and while the camera is on in this call. */
export function FlipCameraButton() {
  const devices = useDevices();
  return devices === undefined ? undefined : <Flip devices={devices} />;
}

function Flip({ devices: { list, inCall } }: { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const cameras = useStore(list.devices).filter(({ kind }) => kind === 'camera');
  const { camera, isSwitching } = useStore(inCall.state);
  if (cameras.length < 2 || camera === undefined) return undefined;
  return (
    <ToolbarButton
      label={t('call.devices_flip')}
      icon="flipCamera"
      // Keeps the focus while the switch is in progress.
      aria-disabled={isSwitching}
      onPress={isSwitching ? doNothing : inCall.useNextCamera}
    />
  );
}
