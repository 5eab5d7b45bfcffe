import type { Language } from '@samtal/api-contract';
import type { TextKey } from './i18next.d.ts';

/** Texts of one language. */
export type Catalogue = Readonly<Partial<Record<TextKey, string>>>;

/** Fetches a part of the catalogue of a language; rejects if that fails. */
export type CatalogueLoader = (language: Language) => Promise<Catalogue>;
