import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/pages.json', { import: 'default' });

/** Loads the texts of pages that no call needs. */
export const loadPageTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/pages.json`]?.()) ?? {};
