import type { ComponentType } from 'react';
import { getI18n } from 'react-i18next';
import type { CatalogueLoader } from '../../i18n/catalogue.ts';
import { addTexts } from '../../i18n/index.ts';
import { addPageTexts } from '../../i18n/page-texts.ts';
import { type FetchedLater, fetchedLater } from '../../ui/loading/fetched-later.tsx';

/**
 * A page whose code, and the texts that only pages have, are loaded when it is first shown.
 * @param loadTexts loads the texts that only this page has
 */
export function pageLater<P extends object>(
  load: () => Promise<{ readonly default: ComponentType<P> }>,
  loadTexts?: CatalogueLoader,
): FetchedLater<P> {
  return fetchedLater<P>(async () => {
    const [page] = await Promise.all([
      load(),
      addPageTexts(getI18n()),
      loadTexts && addTexts(getI18n(), loadTexts),
    ]);
    return page;
  });
}
