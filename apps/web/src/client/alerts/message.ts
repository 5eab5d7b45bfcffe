import type { TextKey } from '../../i18n/index.ts';

/** Words for a person, before a language is chosen. */
export type Message = {
  readonly key: TextKey;
  /** The person whom the words name. */
  readonly name?: string;
  /** Follows the text as it is, e.g. a code to tell the help desk (LOGIN-10). */
  readonly detail?: string;
  /** Comes last: what lies behind it, or can be done about it. */
  readonly hint?: TextKey;
};
