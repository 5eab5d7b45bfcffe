import type { KeyValueStore } from '../store/key-value-store.ts';

const key = 'sharedText';

/** The longest text that is kept, in UTF-16 code units; what is longer is no part of a conversation. */
const MAX_LENGTH = 2000;

/** The text that another app has shared and that the user keeps for a call; undefined if there is none. */
export const sharedTextIn = (tab: KeyValueStore): string | undefined => tab.get(key);

/** Keeps a shared text in this tab until it is used, the tab is closed, or the user logs out. */
export const keepSharedText = (tab: KeyValueStore, text: string): void =>
  tab.set(key, text.slice(0, MAX_LENGTH));

export const forgetSharedText = (tab: KeyValueStore): void => tab.remove(key);
