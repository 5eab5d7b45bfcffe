/**
 * Composition root of the page that the server renders: the login page for visitors whose browser is not
 * known, and the page for the time without a network. Built into `apps/web/dist-server`, from where the server loads it (docs/decisions/0020-first-page.md).
 */
import { type Brand, LANGUAGES, parseBrand, type RenderFirstPage } from '@samtal/api-contract';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { Router } from 'wouter';
import { App } from './app/App.tsx';
import { brandMarkOf } from './app/first-page/brand-mark-of.ts';
import { BrandLinks, preloadTags, scriptTag } from './app/first-page/shell-parts.tsx';
import { stillServices } from './app/first-page/still-services.ts';
import { AppServicesContext } from './client/hooks/app-services.ts';
import { createI18n, directionOf, loadBeforeLogin } from './i18n/index.ts';

export { renderOfflinePage } from './offline-page.tsx';

/** Whether visitors of this brand begin with the login form. */
const beginsWithLogin = ({ features, kiosk, iframe, anonymous }: Brand): boolean =>
  features.firstPage === true && !kiosk.only && !iframe.force && !(anonymous.enabled && anonymous.autoLogin);

/** Renders the login page into the built `index.html`; undefined if this brand does not begin with it. */
export const renderFirstPage: RenderFirstPage = async ({
  shell,
  script,
  brandSource,
  language,
  basePath,
}) => {
  const parsed = parseBrand(brandSource);
  const spoken = LANGUAGES.find((known) => known === language);
  const main = scriptTag.exec(shell)?.[1];
  if (!parsed.ok || spoken === undefined || main === undefined || !beginsWithLogin(parsed.brand))
    return undefined;
  const { brand } = parsed;
  const i18n = await createI18n(spoken, loadBeforeLogin);
  const services = stillServices(brand);
  const body = renderToString(
    <AppServicesContext value={services}>
      <I18nextProvider i18n={i18n}>
        <Router base={basePath} ssrPath={`${basePath}/login`}>
          <App />
        </Router>
      </I18nextProvider>
    </AppServicesContext>,
  );
  // React asks for the logo early, by links that belong into the head.
  const [preloads = ''] = /^(?:<link [^>]*>)*/.exec(body) ?? [];
  const attributes = {
    'data-brand': brandMarkOf(brand),
    'data-logos': brand.logoContrast === '' ? '1' : '2',
  };
  const root = renderToStaticMarkup(<div id="root" {...attributes} />).replace(
    '</div>',
    () => `${body.slice(preloads.length)}</div>`,
  );
  const parts = [...shell.matchAll(preloadTags)].map(([, part = '']) => part);
  const early = renderToStaticMarkup(
    <>
      <script src={script} data-parts={[...parts, main].join(' ')} />
      <link rel="modulepreload" href={main} />
    </>,
  );
  const links = renderToStaticMarkup(<BrandLinks brand={brand} basePath={basePath} />);
  const title = renderToStaticMarkup(<title>{`${i18n.t('title.login')} - ${brand.name}`}</title>);
  return shell
    .replace('<html lang="en">', () => `<html lang="${spoken}" dir="${directionOf(spoken)}">`)
    .replace(/<title>[^<]*<\/title>/, () => title)
    .replace(scriptTag, () => early)
    .replace('<link rel="icon" href="data:,">', () =>
      brand.favicon === '' ? '<link rel="icon" href="data:,">' : '',
    )
    .replace('</head>', () => `${links}${preloads}</head>`)
    .replace('<div id="root"></div>', () => root);
};
