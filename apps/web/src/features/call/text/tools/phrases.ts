import { PHRASES_MAX_LENGTH } from '@samtal/api-contract';

/** The user's own phrases in the setting WEB_PHRASES: one a line. */
export const phrasesOf = (setting: string | undefined): readonly string[] =>
  (setting ?? '').split('\n').filter((phrase) => phrase !== '');

const clean = (phrase: string): string => phrase.replace(/\s+/g, ' ').trim();

/** The setting with `phrase` added at the end; undefined if it is empty, known already or too long. */
export function withPhrase(phrases: readonly string[], phrase: string): string | undefined {
  const added = clean(phrase);
  if (added === '' || phrases.includes(added)) return undefined;
  const setting = [...phrases, added].join('\n');
  return setting.length <= PHRASES_MAX_LENGTH ? setting : undefined;
}

/** The setting without `phrase`. */
export const withoutPhrase = (phrases: readonly string[], phrase: string): string =>
  phrases.filter((each) => each !== phrase).join('\n');
