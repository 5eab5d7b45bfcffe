import type { KeyValueStore } from '../store/key-value-store.ts';

const key = 'webPush';

/** Whether this browser has a subscription: the page then looks for pushed calls as soon as it opens. */
export const isPushActive = (device: KeyValueStore): boolean => device.get(key) !== undefined;

export const setPushActive = (device: KeyValueStore, isActive: boolean): void =>
  isActive ? device.set(key, 'true') : device.remove(key);
