import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/self-check.json', { import: 'default' });

/** Loads the texts of the self-check against EN 301 549. */
export const loadSelfCheckTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/self-check.json`]?.()) ?? {};
