import type { TextKey } from '../../i18n/index.ts';

/** A text for the user, as a key of the catalogues; `useMessage` translates it. */
export type Message = {
  readonly key: TextKey;
  /** The name of the person that the text mentions. */
  readonly name?: string;
  /** Appended to the text unchanged, e.g. a code for the help desk (LOGIN-10). */
  readonly detail?: string;
  /** A second text, shown after the first: the cause, or what the user can do. */
  readonly hint?: TextKey;
};
