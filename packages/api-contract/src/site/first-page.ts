/** What the page that the server renders is made of. */
export type FirstPageOptions = {
  /** The built `index.html` of the web app. */
  readonly shell: string;
  /** Address of the script that the page runs before it is drawn, as it stands in the page. */
  readonly script: string;
  /** The content of `brand.json`. */
  readonly brandSource: unknown;
  /** One of `LANGUAGES`. */
  readonly language: string;
  /** Folder of the web app on its site, such as `/call`; empty at the root. */
  readonly basePath: string;
};

/**
 * Renders the login page for visitors, in a brand and a language; undefined if visitors of this brand do not
 * begin with the login page, or if the options do not fit. The web build makes this function, and the server
 * loads it: neither app imports the other.
 */
export type RenderFirstPage = (options: FirstPageOptions) => Promise<string | undefined>;

/**
 * Renders the page that browsers show without a network; undefined if the options do not fit. Its script is the
 * only one of the page.
 */
export type RenderOfflinePage = (options: FirstPageOptions) => Promise<string | undefined>;
