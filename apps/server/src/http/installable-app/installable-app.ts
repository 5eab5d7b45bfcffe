import { createReadStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BRANDING_PATH,
  type Brand,
  LANGUAGES,
  languageOf,
  OFFLINE_PAGE_PATH,
  type RenderOfflinePage,
} from '@samtal/api-contract';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { findScript, readShell, sendCachedPage } from '../first-page/first-page.ts';
import { createPageCache } from '../first-page/page-cache.ts';
import { visitorLanguage } from '../first-page/visitor-language.ts';
import { findAppIcons } from './app-icons.ts';
import { appManifest } from './app-manifest.ts';
import { brandColours } from './brand-colours.ts';

const script = /^offline-[\w-]+\.js$/;
/** Names that are the same in an address and in the folder. */
const plainFile = /^\w[\w.-]*$/;

export type InstallableAppOptions = {
  readonly brand: Brand;
  readonly brandSource: object;
  readonly brandingDir: string;
  readonly shippedIconsDir: string;
  readonly webRoot: string;
  readonly basePath: string;
  readonly log: FastifyBaseLogger;
  /** Renders the offline page; undefined = the web app was built without it. */
  readonly render: RenderOfflinePage | undefined;
};

/** The operator's own manifest; empty if there is none, or if it is not an object. */
function readOwnManifest(
  { brandingDir, log }: Pick<InstallableAppOptions, 'brandingDir' | 'log'>,
  file: string,
): Readonly<Record<string, unknown>> {
  try {
    const own: unknown = JSON.parse(readFileSync(join(brandingDir, file), 'utf8'));
    if (typeof own === 'object' && own !== null && !Array.isArray(own)) return { ...own };
    log.warn({ event: 'brand_file_unusable', file });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT'))
      log.warn({ event: 'brand_file_unusable', file });
  }
  return {};
}

/** Serves the manifest, made from the brand and the operator's own one, and the icons that it names. */
function addManifest(app: FastifyInstance, options: InstallableAppOptions): void {
  const { brand, brandingDir, shippedIconsDir, basePath, log } = options;
  if (!plainFile.test(brand.manifest)) return;
  const found = findAppIcons({ brandingDir, shippedDir: shippedIconsDir, brand, basePath });
  for (const file of found.unusable) log.warn({ event: 'brand_file_unusable', file });
  const colours = brandColours(brandingDir, brand);
  const own = readOwnManifest(options, brand.manifest);
  app.get(`${BRANDING_PATH}${brand.manifest}`, ({ headers }, reply) => {
    const language = visitorLanguage({
      acceptLanguage: headers['accept-language'],
      cookie: headers.cookie,
    });
    void reply.headers({ 'Cache-Control': 'no-cache', Vary: 'Accept-Language, Cookie' });
    void reply.type('application/manifest+json; charset=utf-8');
    return reply.send(
      JSON.stringify(appManifest({ brand, basePath, language, colours, own, icons: found.icons })),
    );
  });
  for (const [file, shipped] of found.replaced)
    app.get(`${BRANDING_PATH}${file}`, (_request, reply) =>
      reply.header('Cache-Control', 'no-cache').type('image/png').send(createReadStream(shipped)),
    );
}

/** Serves the page that browsers keep for the time without a network, once rendered for each language. */
function addOfflinePage(app: FastifyInstance, options: InstallableAppOptions): void {
  const { render, webRoot, basePath, brandSource } = options;
  const file = findScript(webRoot, script);
  if (render === undefined || file === undefined) return;
  const shell = readShell(webRoot, basePath);
  const pages = createPageCache(
    (language) => render({ shell, script: `./assets/${file}`, brandSource, language, basePath }),
    LANGUAGES.length,
  );
  app.get<{ Querystring: { readonly language?: string } }>(OFFLINE_PAGE_PATH, async (request, reply) => {
    const page = await pages.get(languageOf(request.query.language ?? ''));
    return page === undefined ? reply.callNotFound() : sendCachedPage(request, reply, page);
  });
}

/**
 * What makes the web app an app that users can install (decision D79). A brand that has it for some
 * organisations only has the manifest for all visitors, because a manifest is fetched before the login.
 */
export function addInstallableApp(app: FastifyInstance, options: InstallableAppOptions): void {
  if (options.brand.features.installableApp === false) return;
  addManifest(app, options);
  addOfflinePage(app, options);
}
