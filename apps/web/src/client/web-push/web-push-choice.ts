import type { KeyValueStore } from '../store/key-value-store.ts';

/** What a user wants on this device; undefined = the user has not been asked. */
type WebPushChoice = 'on' | 'off';

const keyOf = (username: string): string => `webPush.${username}`;

/** The user has logged in on this device before, and was not asked yet. */
const met = 'met';

export const choiceOf = (device: KeyValueStore, username: string): WebPushChoice | undefined => {
  const value = device.get(keyOf(username));
  return value === 'on' || value === 'off' ? value : undefined;
};

export const keepChoice = (device: KeyValueStore, username: string, choice: WebPushChoice): void =>
  device.set(keyOf(username), choice);

/** Notes that the user has been here; returns whether they had been here before. */
export function meet(device: KeyValueStore, username: string): boolean {
  const hasMet = device.get(keyOf(username)) !== undefined;
  if (!hasMet) device.set(keyOf(username), met);
  return hasMet;
}
