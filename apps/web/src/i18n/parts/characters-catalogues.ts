import type { Catalogue, CatalogueLoader } from '../catalogue.ts';

const catalogues = import.meta.glob<Catalogue>('../*/characters.json', { import: 'default' });

/** Loads the texts of the list of the characters of a call (decision D91). */
export const loadCharactersTexts: CatalogueLoader = async (language) =>
  (await catalogues[`../${language}/characters.json`]?.()) ?? {};
