import type { KeyValueStore } from '../store/key-value-store.ts';
import { createStore, type Store } from '../store/store.ts';

export type DeviceKind = 'microphone' | 'camera' | 'speaker';
/** What a person chooses a device for; what rings may be another one than what speaks. */
export const deviceRoles = ['microphone', 'camera', 'speaker', 'ringer'] as const;
export type DeviceRole = (typeof deviceRoles)[number];

/** `id` is the browser's and may change between sessions, so the label is kept beside it. */
export type ChosenDevice = { readonly id: string; readonly label: string };
export type Device = ChosenDevice & { readonly kind: DeviceKind };

/** A role that is missing is left to the system. */
export type DeviceChoices = { readonly [Role in DeviceRole]?: ChosenDevice };

export const kindOf = (role: DeviceRole): DeviceKind => (role === 'ringer' ? 'speaker' : role);

/** The chosen device as it is named today: by id, else by label; undefined = not there, or none chosen. */
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

/** What storage holds; whatever is not of this shape counts as not chosen. */
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
  /** Undefined leaves the role to the system again. */
  readonly choose: (role: DeviceRole, device: ChosenDevice | undefined) => void;
};

/** Which devices this person wants, remembered in this browser. */
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
