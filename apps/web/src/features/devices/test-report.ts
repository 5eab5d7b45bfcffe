export type ReportLine = { readonly title: string; readonly status: string; readonly words: string };

export type ReportFacts = {
  /** Program name set by the operator. */
  readonly name: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly userAgent: string;
  /** Window size in CSS pixels, e.g. `1440x900`. */
  readonly window: string;
  readonly lines: readonly ReportLine[];
};

/** A test result as text for support. Contains no name, no password and no complete address. */
export function writeReport({ name, version, at, userAgent, window, lines }: ReportFacts): string {
  const results = lines.map(
    ({ title, status, words }) => `${title}: ${status}${words === '' ? '' : `. ${words}`}`,
  );
  return [`${name} ${version}, ${at}`, userAgent, window, ...results].join('\n');
}
