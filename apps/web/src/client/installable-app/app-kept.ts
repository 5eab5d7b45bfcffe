import type { KeyValueStore } from '../store/key-value-store.ts';

const key = 'appKept';

/** Whether this browser keeps the app for the time without a network. */
export const isAppKept = (device: KeyValueStore): boolean => device.get(key) !== undefined;

export const setAppKept = (device: KeyValueStore, isKept: boolean): void =>
  isKept ? device.set(key, 'true') : device.remove(key);
