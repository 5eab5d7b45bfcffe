export type ReportLine = { readonly title: string; readonly status: string; readonly words: string };

export type ReportFacts = {
  /** Of the program, as its operator calls it. */
  readonly name: string;
  readonly version: string;
  /** ISO 8601. */
  readonly at: string;
  readonly userAgent: string;
  /** Of the window, in CSS pixels, e.g. `1440x900`. */
  readonly window: string;
  readonly lines: readonly ReportLine[];
};

/** The result of a test as text for whoever helps. Holds no name, no password and no whole address. */
export function writeReport({ name, version, at, userAgent, window, lines }: ReportFacts): string {
  const results = lines.map(
    ({ title, status, words }) => `${title}: ${status}${words === '' ? '' : `. ${words}`}`,
  );
  return [`${name} ${version}, ${at}`, userAgent, window, ...results].join('\n');
}
