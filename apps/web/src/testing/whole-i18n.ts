import type { i18n } from 'i18next';
import type { Catalogue } from '../i18n/catalogue.ts';
import { createI18n, type Language } from '../i18n/index.ts';

const catalogues = import.meta.glob<Catalogue>('../i18n/*/*.json', { import: 'default' });

/** Creates a translator with all texts of a language; the product loads the texts of a page when it is opened. */
export const createWholeI18n = (language: Language): Promise<i18n> =>
  createI18n(language, async (each) => {
    const own = Object.entries(catalogues).filter(([path]) => path.startsWith(`../i18n/${each}/`));
    return Object.assign({}, ...(await Promise.all(own.map(([, load]) => load()))));
  });
