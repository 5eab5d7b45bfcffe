import type { KeyValue } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** The name of the stored item (docs/requirements.md 3.3, A-036). */
const key = 'settings';

/** The settings that users without an account chose in this browser (SET-25, STORE-05). */
export function loadAnonymousSettings(store: KeyValueStore): readonly KeyValue[] {
  try {
    const json: unknown = JSON.parse(store.get(key) ?? '{}');
    return Object.entries(Object(json)).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ key: name, value }] : [],
    );
  } catch {
    return [];
  }
}

export function saveAnonymousSettings(store: KeyValueStore, settings: readonly KeyValue[]): void {
  store.set(key, JSON.stringify(Object.fromEntries(settings.map(({ key: name, value }) => [name, value]))));
}

/** Deletes these settings, so that the next user of this browser starts with defaults (LOGIN-12). */
export const forgetAnonymousSettings = (store: KeyValueStore): void => store.remove(key);
