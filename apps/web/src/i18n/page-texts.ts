import type { i18n } from 'i18next';
import type { CatalogueLoader } from './catalogue.ts';
import { addTexts } from './index.ts';

const loadPageTexts: CatalogueLoader = async (language) =>
  (await import('./page-catalogues.ts')).loadPageTexts(language);

const asked = new WeakMap<i18n, Promise<void>>();

/**
 * Adds the texts of pages that no call needs, once for each translator. Rejects if they cannot be fetched;
 * the next call then tries again.
 */
export function addPageTexts(translator: i18n, load: CatalogueLoader = loadPageTexts): Promise<void> {
  const before = asked.get(translator);
  if (before !== undefined) return before;
  const adding = addTexts(translator, load).catch((error: unknown) => {
    asked.delete(translator);
    throw error;
  });
  asked.set(translator, adding);
  return adding;
}
