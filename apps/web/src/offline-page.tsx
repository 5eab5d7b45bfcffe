/** Renders the page that browsers keep for the time without a network (decision D79), for the server. */
import { LANGUAGES, parseBrand, type RenderOfflinePage } from '@samtal/api-contract';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { OfflineScreen } from './app/entry/OfflineScreen.tsx';
import { BrandLinks, preloadTags, scriptTag } from './app/first-page/shell-parts.tsx';
import { stillServices } from './app/first-page/still-services.ts';
import { AppServicesContext } from './client/hooks/app-services.ts';
import type { Catalogue } from './i18n/catalogue.ts';
import { createI18n, directionOf } from './i18n/index.ts';

const catalogues = import.meta.glob<Catalogue>('./i18n/*/pages.json', { import: 'default', eager: true });

/** Old browsers never keep this page, so it needs no words for them, and none for browsers without scripts. */
const otherWords = /<!--.*?-->|<noscript>.*?<\/noscript>|<div class="plain-words">.*?<\/div>/gs;

export const renderOfflinePage: RenderOfflinePage = async ({
  shell,
  script,
  brandSource,
  language,
  basePath,
}) => {
  const parsed = parseBrand(brandSource);
  const spoken = LANGUAGES.find((known) => known === language);
  if (!parsed.ok || spoken === undefined) return undefined;
  const { brand } = parsed;
  const i18n = await createI18n(spoken, async (each) => catalogues[`./i18n/${each}/pages.json`] ?? {});
  const root = renderToStaticMarkup(
    <div id="root">
      <AppServicesContext value={stillServices(brand)}>
        <I18nextProvider i18n={i18n}>
          <Router base={basePath} ssrPath={`${basePath}/`}>
            <OfflineScreen />
          </Router>
        </I18nextProvider>
      </AppServicesContext>
    </div>,
  );
  const head = renderToStaticMarkup(
    <>
      <script src={script} />
      <BrandLinks brand={{ ...brand, icon: '', manifest: '' }} basePath={basePath} />
    </>,
  );
  const title = renderToStaticMarkup(<title>{brand.name}</title>);
  return shell
    .replaceAll(otherWords, '')
    .replaceAll(preloadTags, '')
    .replace(scriptTag, '')
    .replace('<html lang="en">', () => `<html lang="${spoken}" dir="${directionOf(spoken)}">`)
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace('<link rel="icon" href="data:,">', '')
    .replace('</head>', () => `${head}</head>`)
    .replace('<div id="root"></div>', () => root);
};
