import { getI18n } from 'react-i18next';
import type { CatalogueLoader } from '../../i18n/catalogue.ts';
import { addTexts } from '../../i18n/index.ts';

const loadTexts: CatalogueLoader = async (language) =>
  (await import('../../i18n/self-check-catalogues.ts')).loadSelfCheckTexts(language);

/** Loads the page of the self-check, and the texts that only it has. */
export async function loadSelfCheck() {
  const [page] = await Promise.all([
    import('../../features/conformance/SelfCheckPage.tsx'),
    addTexts(getI18n(), loadTexts),
  ]);
  return page;
}
