import { createInstance, type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import en from './en.json';
import type { TextKey } from './i18next.d.ts';
import { type Language, languages } from './language.ts';

export { directionOf, type Language, languages, pickLanguage } from './language.ts';
export type { TextKey };

type Catalogue = Readonly<Record<TextKey, string>>;

/** Fetches one catalogue; rejects when the network does. */
type CatalogueLoader = (language: Language) => Promise<Catalogue>;

/** English is in the entry chunk, so that there are words even when a catalogue cannot be fetched. */
const lazyCatalogues = import.meta.glob<Catalogue>(['./*.json', '!./en.json'], { import: 'default' });

const loadBundled: CatalogueLoader = async (language) =>
  (await lazyCatalogues[`./${language}.json`]?.()) ?? en;

/**
 * Makes the translator and binds it to React, ready to use when the promise resolves.
 *
 * Texts missing in a catalogue are shown in English (I18N-06). If the whole catalogue cannot be loaded, the
 * translator's `language` is `en`: take `lang` and `dir` of the document from there. Never rejects for that.
 */
export async function createI18n(language: Language, load: CatalogueLoader = loadBundled): Promise<i18n> {
  const catalogue = language === 'en' ? en : await load(language).catch(() => undefined);
  const translator = createInstance();
  await translator.use(initReactI18next).init({
    lng: catalogue === undefined ? 'en' : language,
    fallbackLng: 'en',
    supportedLngs: languages,
    resources: { [language]: { translation: catalogue ?? en }, en: { translation: en } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it renders; escaping twice would show `&amp;` in names.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return translator;
}
