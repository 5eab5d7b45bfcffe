/** Values that the debug view shows, by field name; undefined = no value. */
export type Fields = Readonly<Record<string, string | boolean | undefined>>;

/** Formats a value for support. Text is in quotation marks, so that empty text is visible. */
export function shownValue(value: Fields[string]): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
