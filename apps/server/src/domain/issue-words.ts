/** A problem that a schema (zod) has found, as far as words need it. */
export type SchemaIssue = {
  readonly code?: string | undefined;
  readonly message: string;
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly errors?: readonly (readonly SchemaIssue[])[];
};

const EXPECTED: Readonly<Record<string, string>> = {
  boolean: 'true or false',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  object: 'an object {…}',
  record: 'an object {…}',
  array: 'a list […]',
  null: 'null',
};

const wordFor = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What is allowed where a schema has refused a value; undefined = its own message must do. */
function allowedBy({ code, expected, values, errors }: SchemaIssue): string | undefined {
  if (code === 'invalid_type') return EXPECTED[String(expected)];
  if (code === 'invalid_value') return values?.map(wordFor).join(', ');
  if (code !== 'invalid_union') return undefined;
  const parts = (errors ?? []).map(([first]) => first && allowedBy(first));
  return parts.every((part) => part !== undefined) ? [...new Set(parts)].join(' or ') : undefined;
}

/** What an operator reads about a value that a schema refuses. */
export function issueWords(issue: SchemaIssue): string {
  const allowed = allowedBy(issue);
  if (allowed === undefined) return issue.message;
  return issue.code === 'invalid_value' && (issue.values?.length ?? 0) > 1
    ? `must be one of ${allowed}`
    : `must be ${allowed}`;
}
