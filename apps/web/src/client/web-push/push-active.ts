import type { KeyValueStore } from '../store/key-value-store.ts';

export const PUSH_KEY = 'webPush';

/** Whether this browser has a subscription: the page then looks for pushed calls as soon as it opens. */
export const isPushActive = (device: KeyValueStore): boolean => device.get(PUSH_KEY) !== undefined;
