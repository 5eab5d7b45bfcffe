/** A text of the brand file: one for all, or one for each language with English for the others. */
export function localTextOf(text: string | Readonly<Record<string, string>>, language: string): string {
  return typeof text === 'string' ? text : (text[language] ?? text['en'] ?? '');
}
