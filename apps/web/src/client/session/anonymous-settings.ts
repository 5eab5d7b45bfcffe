import type { KeyValue } from '@samtal/api-contract';
import type { KeyValueStore } from '../store/key-value-store.ts';

/** Requirements 3.3, A-036. */
const key = 'settings';

/** What people without an account have chosen in this browser (SET-25, STORE-05). */
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

/** The next person at this browser begins anew (LOGIN-12). */
export const forgetAnonymousSettings = (store: KeyValueStore): void => store.remove(key);
