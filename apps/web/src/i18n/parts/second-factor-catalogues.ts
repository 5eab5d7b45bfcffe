import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/second-factor.json', { import: 'default' });

/** Loads the texts of log-in in two steps. */
export const loadSecondFactorTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/second-factor.json`]?.()) ?? {};
