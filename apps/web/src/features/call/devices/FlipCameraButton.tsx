import { useTranslation } from 'react-i18next';
import { useDevices } from '../../../client/hooks/use-client.ts';
import type { DeviceServices } from '../../../client/ports/device-ports.ts';
import { useStore } from '../../../client/store/store.ts';
import { ToolbarButton } from '../../../ui/buttons/ToolbarButton.tsx';

const doNothing = (): void => {};

const inTurn = (first: (() => void) | undefined, next: () => void) => (): void => {
  first?.();
  next();
};

export type FlipCameraButtonProps = {
  /** Called at a press, before the camera changes. */
  readonly onPress?: (() => void) | undefined;
};

/** Button that switches to the other or the next camera; needs at least two cameras, and video on. */
export function FlipCameraButton({ onPress }: FlipCameraButtonProps) {
  const devices = useDevices();
  return devices === undefined ? undefined : <Flip devices={devices} onPress={onPress} />;
}

function Flip({
  devices: { list, inCall },
  onPress,
}: FlipCameraButtonProps & { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const cameras = useStore(list.devices).filter(({ kind }) => kind === 'camera');
  const { camera, isSwitching } = useStore(inCall.state);
  if (cameras.length < 2 || camera === undefined) return undefined;
  return (
    <ToolbarButton
      label={t('call.devices_flip')}
      icon="flipCamera"
      // Not `disabled`, so that the button keeps the focus while the camera is being switched.
      aria-disabled={isSwitching}
      onPress={isSwitching ? doNothing : inTurn(onPress, inCall.useNextCamera)}
    />
  );
}
