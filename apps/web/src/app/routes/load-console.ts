import { getI18n } from 'react-i18next';
import type { CatalogueLoader } from '../../i18n/catalogue.ts';
import { addTexts } from '../../i18n/index.ts';
import { addSecondFactorTexts } from '../../i18n/second-factor-texts.ts';

const loadTexts: CatalogueLoader = async (language) =>
  (await import('../../i18n/console-catalogues.ts')).loadConsoleTexts(language);

/** Loads the console, and the texts that only it has. */
export async function loadConsole() {
  const [page] = await Promise.all([
    import('../../features/console/ConsoleArea.tsx'),
    addTexts(getI18n(), loadTexts),
    addSecondFactorTexts(getI18n()),
  ]);
  return page;
}
