import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';
/** The uses for which the user can choose a device; the ringer may be a different device from the speaker. */
export const deviceRoles = ['microphone', 'camera', 'speaker', 'ringer'] as const;
export type DeviceRole = (typeof deviceRoles)[number];

/**
 * The id and label of a device. The browser may change the id between sessions, so the label is stored too.
 */
export type ChosenDevice = { readonly id: string; readonly label: string };
export type Device = ChosenDevice & { readonly kind: DeviceKind };

/** The device that the user has chosen for each role; for a missing role the system chooses. */
export type DeviceChoices = { readonly [Role in DeviceRole]?: ChosenDevice };

export const kindOf = (role: DeviceRole): DeviceKind => (role === 'ringer' ? 'speaker' : role);

/** The chosen device in the current list: by id, else by label; undefined = not present, or none chosen. */
export function findChosen(
  devices: readonly Device[],
  choices: DeviceChoices,
  role: DeviceRole,
): Device | undefined {
  const chosen = choices[role];
  const ofKind = devices.filter(({ kind }) => kind === kindOf(role));
  return (
    ofKind.find(({ id }) => id === chosen?.id) ??
    ofKind.find(({ label }) => label !== '' && label === chosen?.label)
  );
}

const key = 'devices';

function isChosen(value: unknown): value is ChosenDevice {
  return (
    typeof value === 'object' &&
    value !== null &&
    'id' in value &&
    typeof value.id === 'string' &&
    'label' in value &&
    typeof value.label === 'string'
  );
}

/** Reads the stored choices; a value of another shape counts as no choice. */
function parseChoices(text: string | undefined): DeviceChoices {
  try {
    const stored: unknown = JSON.parse(text ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const entries = Object.entries(stored).filter(
      ([role, value]) => deviceRoles.some((known) => known === role) && isChosen(value),
    );
    return Object.fromEntries(entries);
  } catch {
    return {};
  }
}

export type DeviceChoice = {
  readonly choices: Store<DeviceChoices>;
  /** Stores the device for `role`; undefined = the system chooses the device again. */
  readonly choose: (role: DeviceRole, device: ChosenDevice | undefined) => void;
};

/** The devices that the user chose, remembered in this browser. */
export function createDeviceChoice(store: KeyValueStore): DeviceChoice {
  const choices = createStore(parseChoices(store.get(key)));
  return {
    choices,
    choose(role, device) {
      const { [role]: _before, ...others } = choices.get();
      const next =
        device === undefined ? others : { ...others, [role]: { id: device.id, label: device.label } };
      store.set(key, JSON.stringify(next));
      choices.set(next);
    },
  };
}
