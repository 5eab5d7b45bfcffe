import type { TextKey } from '../../../i18n/index.ts';

/** Leads to a list, which says what has been done. */
export type OnEntryDone = (list: string, done: TextKey) => void;
