import { type Brand, isFeatureOn, type Language } from '@samtal/api-contract';
import { type TextKey, textsFor } from '../../texts/texts.ts';

/** An icon of the app, as the manifest names it (W3C Web Application Manifest, "icons member"). */
export type AppIcon = {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: 'any' | 'maskable';
};

export type AppColours = { readonly theme: string; readonly background: string };

export type ManifestOptions = {
  readonly brand: Brand;
  /** Folder of the web app on its site, such as `/call`; empty at the root. */
  readonly basePath: string;
  readonly language: Language;
  readonly icons: readonly AppIcon[];
  readonly colours: AppColours;
  /** The operator's own manifest. */
  readonly own: Readonly<Record<string, unknown>>;
};

/** The pages with a shortcut, in the order in which devices show the first of them. */
const shortcutPages = [
  { feature: 'call', path: '/call', name: 'pageCall' },
  { feature: 'contacts', path: '/contacts', name: 'pageContacts' },
  { feature: 'history', path: '/history', name: 'pageHistory' },
  { feature: 'messages', path: '/messages', name: 'pageMessages' },
] as const satisfies readonly {
  readonly feature: keyof Brand['features'];
  readonly path: string;
  readonly name: TextKey;
}[];

/**
 * The links that open the app. `sips` is not among the schemes that an app may take over (HTML, "safelisted
 * schemes").
 */
const linkSchemes = ['tel', 'sip'] as const;

/**
 * What operators decide in a manifest of their own; the rest follows from the product. The name does not, because
 * it would stay that of the shipped brand from which the operator's folder was copied.
 */
const ownMembers = [
  'short_name',
  'description',
  'background_color',
  'theme_color',
  'categories',
  'screenshots',
  'orientation',
  'display',
] as const;

/** Makes the web app manifest (W3C) of a brand in the visitor's language (decision D79). */
export function appManifest({ brand, basePath, language, icons, colours, own }: ManifestOptions): object {
  const words = textsFor(language);
  const { features } = brand;
  const isOn = (feature: keyof Brand['features']): boolean =>
    isFeatureOn(features[feature] ?? false, undefined);
  const start = `${basePath}/`;
  const hasLinks = isOn('call') && isOn('callLinks');
  return {
    id: start,
    start_url: start,
    scope: start,
    name: brand.name,
    display: 'standalone',
    lang: language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    theme_color: colours.theme,
    background_color: colours.background,
    ...Object.fromEntries(ownMembers.filter((name) => name in own).map((name) => [name, own[name]])),
    icons,
    shortcuts: shortcutPages
      .filter(({ feature }) => isOn(feature))
      .map(({ path, name }) => ({ name: words(name), url: `${basePath}${path}` })),
    ...(hasLinks && {
      protocol_handlers: linkSchemes.map((protocol) => ({ protocol, url: `${basePath}/call/%s` })),
    }),
    ...((hasLinks || isOn('text')) && {
      share_target: {
        action: `${basePath}/share`,
        method: 'GET',
        enctype: 'application/x-www-form-urlencoded',
        params: { title: 'title', text: 'text', url: 'url' },
      },
    }),
    // The running page opens the address itself, so that no launch ends a call.
    launch_handler: { client_mode: ['focus-existing', 'auto'] },
  };
}
