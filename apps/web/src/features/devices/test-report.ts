export type ReportLine = { readonly title: string; readonly status: string; readonly words: string };

export type ReportFacts = {
  /** Program name set by the operator. */
  readonly name: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly userAgent: string;
  /** Window size in CSS pixels, and language, such as `1440x900, en`. */
  readonly window: string;
  readonly lines: readonly ReportLine[];
};

/** The results as text for support. It contains no username, no password and no complete address. */
export function writeReport({ name, version, at, userAgent, window, lines }: ReportFacts): string {
  const results = lines.map(
    ({ title, status, words }) => `${title}: ${status}${words === '' ? '' : `. ${words}`}`,
  );
  return [`${name} ${version}, ${at}`, userAgent, window, ...results].join('\n');
}
