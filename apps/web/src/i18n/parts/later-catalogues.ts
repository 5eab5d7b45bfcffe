import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/later.json', { import: 'default' });

/** Loads the texts of what is loaded when a user first needs it, beside the pages. */
export const loadLaterTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/later.json`]?.()) ?? {};
