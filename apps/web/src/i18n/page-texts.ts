import type { i18n } from 'i18next';
import type { CatalogueLoader } from './catalogue.ts';
import { addTexts } from './index.ts';

/**
 * Creates a function that adds texts once for each translator. It rejects if they cannot be fetched; the next call
 * then tries again.
 */
export function createAdding(loadTexts: CatalogueLoader) {
  const asked = new WeakMap<i18n, Promise<void>>();
  return (translator: i18n, load: CatalogueLoader = loadTexts): Promise<void> => {
    const before = asked.get(translator);
    if (before !== undefined) return before;
    const adding = addTexts(translator, load).catch((error: unknown) => {
      asked.delete(translator);
      throw error;
    });
    asked.set(translator, adding);
    return adding;
  };
}

/** Adds the texts of pages that no call needs. */
export const addPageTexts = createAdding(async (language) =>
  (await import('./parts/page-catalogues.ts')).loadPageTexts(language),
);
