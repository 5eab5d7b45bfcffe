/** A text of the brand file: one for all languages, or one per language with English as the fallback. */
export function localTextOf(text: string | Readonly<Record<string, string>>, language: string): string {
  return typeof text === 'string' ? text : (text[language] ?? text['en'] ?? '');
}
