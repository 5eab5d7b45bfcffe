import { getI18n } from 'react-i18next';
import type { CatalogueLoader } from '../../../i18n/catalogue.ts';
import { addTexts } from '../../../i18n/index.ts';
import type * as characterList from './CharacterList.tsx';

const loadTexts: CatalogueLoader = async (language) =>
  (await import('../../../i18n/parts/characters-catalogues.ts')).loadCharactersTexts(language);

let loaded: typeof characterList | undefined;

/** The list, if it has been loaded before. */
export const loadedCharacterList = (): typeof characterList | undefined => loaded;

/** Loads the list of characters, and the texts that only it has. */
export async function loadCharacterList(): Promise<typeof characterList> {
  const [list] = await Promise.all([import('./CharacterList.tsx'), addTexts(getI18n(), loadTexts)]);
  loaded = list;
  return list;
}
