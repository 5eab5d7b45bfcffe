import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/console.json', { import: 'default' });

/** Loads the texts of the console for operators and administrators. */
export const loadConsoleTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/console.json`]?.()) ?? {};
