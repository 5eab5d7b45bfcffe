import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/help.json', { import: 'default' });

/** Loads the texts of the help page. */
export const loadHelpTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/help.json`]?.()) ?? {};
