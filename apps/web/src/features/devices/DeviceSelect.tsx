import { useTranslation } from 'react-i18next';
import { type DeviceRole, findChosen, kindOf } from '../../client/media/devices.ts';
import type { DeviceServices } from '../../client/ports/device-ports.ts';
import { useStore } from '../../client/store/store.ts';
import { SelectField } from '../../ui/fields/SelectField.tsx';

export type DeviceSelectProps = { readonly devices: DeviceServices; readonly use: DeviceRole };

/** Choice of the device for a role. A chosen device that is not connected stays chosen and is marked. */
export function DeviceSelect({ devices: { list, choice }, use: role }: DeviceSelectProps) {
  const { t } = useTranslation();
  const devices = useStore(list.devices).filter(({ kind, label }) => kind === kindOf(role) && label !== '');
  const choices = useStore(choice.choices);
  const chosen = choices[role];
  const found = findChosen(devices, choices, role);
  const absent = chosen !== undefined && found === undefined ? chosen : undefined;
  const options = [
    { value: '', label: t('devices.system') },
    ...devices.map(({ id, label }) => ({ value: id, label })),
    ...(absent ? [{ value: absent.id, label: t('devices.not_connected', { label: absent.label }) }] : []),
  ];
  return (
    <SelectField
      label={t(`devices.${role}`)}
      hint={role === 'ringer' ? t('devices.ringer_hint') : undefined}
      value={found?.id ?? absent?.id ?? ''}
      options={options}
      onChange={(id) =>
        choice.choose(role, devices.find((device) => device.id === id) ?? (id === '' ? undefined : absent))
      }
    />
  );
}
