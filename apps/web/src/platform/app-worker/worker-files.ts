/** The files of one build of the web app, below the address of the app; the build writes the list. */
export type WorkerFiles = {
  /** Differs between builds that have different files. */
  readonly version: string;
  /** The first script of the page. No two builds have the same. */
  readonly main: string;
  readonly common: readonly string[];
  /** The texts of each language. */
  readonly byLanguage: Readonly<Record<string, readonly string[]>>;
};
