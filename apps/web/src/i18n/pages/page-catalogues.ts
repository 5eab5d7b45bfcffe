import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('./*.json', { import: 'default' });

/** Loads the texts of pages that no call needs. */
export const loadPageTexts: CatalogueLoader = async (language) =>
  (await catalogues[`./${language}.json`]?.()) ?? {};
