import { LANGUAGES, type Language } from '@samtal/api-contract';
import { createInstance, type i18n } from 'i18next';
import { getI18n, initReactI18next } from 'react-i18next';
import type { Catalogue, CatalogueLoader } from './catalogue.ts';
import en from './en/before-login.json';
import type { TextKey } from './i18next.d.ts';

export type { Language } from '@samtal/api-contract';
export { directionOf, LANGUAGES as languages, languageOf as pickLanguage } from '@samtal/api-contract';
export type { TextKey };

/**
 * Functions that load the catalogues of the pages before the login. The English one is in the entry chunk, so
 * that there are texts even when nothing can be loaded.
 */
const lazyCatalogues = import.meta.glob<Catalogue>(['./*/before-login.json', '!./en/before-login.json'], {
  import: 'default',
});
const lazySignedInCatalogues = import.meta.glob<Catalogue>('./*/signed-in.json', { import: 'default' });

/** Loads the texts of the pages before the login. */
export const loadBeforeLogin: CatalogueLoader = async (language) =>
  (await lazyCatalogues[`./${language}/before-login.json`]?.()) ?? en;

const loadSignedIn: CatalogueLoader = async (language) =>
  (await lazySignedInCatalogues[`./${language}/signed-in.json`]?.()) ?? {};

/**
 * Creates the translator and binds it to React. Texts missing in a catalogue are shown in English (I18N-06).
 * If the catalogue of `language` cannot be loaded, the promise is fulfilled too: the translator's `language` is
 * then `en`, and the document's `lang` and `dir` must follow it.
 */
export async function createI18n(language: Language, load: CatalogueLoader): Promise<i18n> {
  const catalogue = await load(language).catch(() => undefined);
  const translator = createInstance();
  await translator.use(initReactI18next).init({
    lng: catalogue === undefined ? 'en' : language,
    fallbackLng: 'en',
    supportedLngs: LANGUAGES,
    resources: { en: { translation: en }, [language]: { translation: catalogue ?? en } },
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it renders; escaping twice would show `&amp;` in names.
    interpolation: { escapeValue: false },
    saveMissing: true,
    react: { useSuspense: false, bindI18nStore: 'added' },
  });
  return translator;
}

/** For each translator, the loaders of the texts that were added to it, or that it waits for. */
const added = new WeakMap<i18n, readonly CatalogueLoader[]>();

/**
 * Lets a translator speak another language, with all texts that were added to it. Rejects, and changes
 * nothing, if the texts cannot be fetched.
 */
export async function speak(translator: i18n, language: Language): Promise<void> {
  const loaders = [loadBeforeLogin, ...(added.get(translator) ?? [])];
  const parts = await Promise.all(loaders.map((load) => load(language)));
  translator.addResourceBundle(language, 'translation', Object.assign({}, ...parts));
  await translator.changeLanguage(language);
}

/**
 * Adds texts to a translator made with `loadBeforeLogin`. The English texts are fetched only if the
 * translator's language has no texts or lacks one (I18N-06). Rejects if the texts of neither language can be
 * fetched.
 */
export async function addTexts(translator: i18n, load: CatalogueLoader): Promise<void> {
  const language = translator.language as Language;
  const before = added.get(translator) ?? [];
  if (!before.includes(load)) added.set(translator, [...before, load]);
  const add = (spoken: Language, texts: Catalogue): void =>
    void translator.addResourceBundle(spoken, 'translation', texts);
  const addEnglish = async (): Promise<void> => add('en', await load('en'));
  const own = await load(language).catch(() => undefined);
  if (own === undefined) return addEnglish();
  add(language, own);
  if (language === 'en') return;
  function askForEnglish(): void {
    translator.off('missingKey', askForEnglish);
    void addEnglish().catch(() => translator.on('missingKey', askForEnglish));
  }
  translator.on('missingKey', askForEnglish);
}

/** Adds the texts of everything after the login, without those of pages that no call needs (`addTexts`). */
export const addSignedInTexts = (translator: i18n): Promise<void> => addTexts(translator, loadSignedIn);

/**
 * Waits for code and for the texts that the login page does not load, which the code needs. Rejects if either
 * cannot be fetched.
 */
export async function withSignedInTexts<T>(code: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([code, addSignedInTexts(getI18n())]);
  return loaded;
}
