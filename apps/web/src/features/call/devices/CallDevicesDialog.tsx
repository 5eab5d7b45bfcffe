import { useTranslation } from 'react-i18next';
import { useDevices } from '../../../client/hooks/use-client.ts';
import { type Device, findChosen } from '../../../client/media/devices.ts';
import type { DeviceServices } from '../../../client/ports/device-ports.ts';
import { useStore } from '../../../client/store/store.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Dialog } from '../../../ui/dialogs/Dialog.tsx';
import { SelectField } from '../../../ui/fields/SelectField.tsx';
import styles from './CallDevicesDialog.module.css';

/** Dialog to change the devices during a call. Media that are off in the call stay off (decision D16). */
export function CallDevicesDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const devices = useDevices();
  if (devices === undefined) return undefined;
  return (
    <Dialog
      title={t('call.devices')}
      onCancel={onClose}
      actions={
        <Button kind="primary" onPress={onClose}>
          {t('common.close')}
        </Button>
      }
    >
      <Selects devices={devices} />
    </Dialog>
  );
}

function Selects({ devices: { list, choice, sinks, inCall } }: { readonly devices: DeviceServices }) {
  const { t } = useTranslation();
  const all = useStore(list.devices);
  const choices = useStore(choice.choices);
  const state = useStore(inCall.state);
  const optionsOf = (kind: Device['kind'], used?: Device) => {
    const listed = all.filter((device) => device.kind === kind && device.label !== '');
    // The device in use may not be listed: the system default, or a device that has stopped and has no label.
    const isListed = used === undefined || listed.some(({ id }) => id === used.id);
    return [
      ...(isListed ? [] : [{ value: used.id, label: used.label || t('call.devices_off') }]),
      ...listed.map(({ id, label }) => ({ value: id, label })),
    ];
  };
  const switchable = (kind: 'microphone' | 'camera') => {
    const used = state[kind];
    if (used === undefined)
      return (
        <p key={kind}>
          {t(`devices.${kind}`)}: {t('call.devices_off')}
        </p>
      );
    return (
      <SelectField
        key={kind}
        label={t(`devices.${kind}`)}
        value={used.id}
        options={optionsOf(kind, used)}
        onChange={(id) =>
          inCall.use(
            kind,
            all.find((device) => device.kind === kind && device.id === id),
          )
        }
      />
    );
  };
  return (
    <div className={styles.selects} aria-busy={state.isSwitching}>
      {switchable('camera')}
      {switchable('microphone')}
      {sinks.canChoose ? (
        <SelectField
          label={t('devices.speaker')}
          value={findChosen(all, choices, 'speaker')?.id ?? ''}
          options={[{ value: '', label: t('devices.system') }, ...optionsOf('speaker')]}
          onChange={(id) =>
            choice.choose(
              'speaker',
              all.find((device) => device.kind === 'speaker' && device.id === id),
            )
          }
        />
      ) : undefined}
    </div>
  );
}
