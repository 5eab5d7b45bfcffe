/** Names of the specification and their values; undefined = no value. */
export type Fields = Readonly<Record<string, string | boolean | undefined>>;

/** Formats a value for support: text in quotation marks, so that an empty one is visible. */
export function shownValue(value: Fields[string]): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
