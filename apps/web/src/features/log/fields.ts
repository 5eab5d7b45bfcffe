/** Names of the specification and what they stand at; undefined = nothing. */
export type Fields = Readonly<Record<string, string | boolean | undefined>>;

/** A value as support reads it: a text in quotation marks, so that an empty one is seen. */
export function shownValue(value: Fields[string]): string {
  if (value === undefined) return '–';
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}
