import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { LANGUAGES, type RenderFirstPage, type RenderOfflinePage } from '@samtal/api-contract';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import { contentCodingFor } from './content-coding.ts';
import { type CachedPage, createPageCache } from './page-cache.ts';
import { visitorLanguage } from './visitor-language.ts';

/** Pages that do not begin with the login form: visits by a link, and the pages about accounts. */
const otherPages = new Set(['oneclickcall', 'registration', 'resetpassword', 'newpassword']);

const script = /^first-[\w-]+\.js$/;

export type FirstPageOptions = {
  readonly webRoot: string;
  readonly basePath: string;
  readonly brandSource: object;
  readonly log: FastifyBaseLogger;
  /** Renders the page; undefined = the web app was built without it. */
  readonly render: RenderFirstPage | undefined;
};

export type FirstPage = {
  /** The login page for this request; undefined if it gets the empty page of the web app. */
  readonly pageFor: (request: FastifyRequest) => Promise<CachedPage | undefined>;
};

/** What the server can render. */
type PageRenderers = {
  readonly renderFirstPage: RenderFirstPage;
  readonly renderOfflinePage: RenderOfflinePage;
};

/**
 * The functions that the web build has put beside the web app. Their file is loaded for the first page that is
 * rendered: it contains React and the texts of every language. None if the web app was built without it.
 */
export function findPageRenderers(webRoot: string): Partial<PageRenderers> {
  const file = join(webRoot, '../dist-server/first-page.js');
  if (!existsSync(file)) return {};
  const load = (): Promise<PageRenderers> => import(pathToFileURL(file).href);
  return {
    renderFirstPage: async (options) => (await load()).renderFirstPage(options),
    renderOfflinePage: async (options) => (await load()).renderOfflinePage(options),
  };
}

/** The built `index.html`, whose base element names the folder of the web app on its site. */
export const readShell = (webRoot: string, basePath: string): string =>
  readFileSync(join(webRoot, 'index.html'), 'utf8').replace('<base href="/">', `<base href="${basePath}/">`);

/** The name of a script that the build has put among the assets; undefined if there is none. */
export function findScript(webRoot: string, pattern: RegExp): string | undefined {
  const assets = join(webRoot, 'assets');
  return existsSync(assets) ? readdirSync(assets).find((name) => pattern.test(name)) : undefined;
}

/** Sends a page in a coding that the browser reads, or tells it that its own copy is still right. */
export function sendCachedPage(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
): FastifyReply {
  void reply.headers({
    'Cache-Control': 'no-cache',
    ETag: page.etag,
    Vary: 'Accept, Accept-Encoding, Accept-Language, Cookie',
  });
  if (headers['if-none-match'] === page.etag) return reply.code(304).send();
  const coding = contentCodingFor(headers['accept-encoding']);
  if (coding !== 'identity') void reply.header('Content-Encoding', coding);
  return reply.type('text/html; charset=utf-8').send(page.body[coding]);
}

const firstSegment = (url: string): string => url.split(/[?#]/)[0]?.split('/')[1] ?? '';

/**
 * Answers requests for pages with the login page in the language of the visitor. It is rendered once in each
 * language, since the brand of a process does not change; when it cannot be rendered, browsers get the empty
 * page and render it themselves.
 */
export function createFirstPage({
  webRoot,
  basePath,
  brandSource,
  log,
  render,
}: FirstPageOptions): FirstPage {
  const file = findScript(webRoot, script);
  if (render === undefined || file === undefined) return { pageFor: async () => undefined };
  const shell = readShell(webRoot, basePath);
  const cache = createPageCache(
    (language) => render({ shell, script: `./assets/${file}`, brandSource, language, basePath }),
    LANGUAGES.length,
  );
  return {
    async pageFor({ url, headers }) {
      if (otherPages.has(firstSegment(url))) return undefined;
      const language = visitorLanguage({
        acceptLanguage: headers['accept-language'],
        cookie: headers.cookie,
      });
      return cache.get(language).catch((error: unknown) => {
        log.error({ event: 'first_page_not_rendered', err: error });
        return undefined;
      });
    },
  };
}
