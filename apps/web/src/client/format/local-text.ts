/**
 * A text of the brand file in `language`. The brand file has one text for all languages, or one per language;
 * the English text replaces a missing one.
 */
export function localTextOf(text: string | Readonly<Record<string, string>>, language: string): string {
  return typeof text === 'string' ? text : (text[language] ?? text['en'] ?? '');
}
