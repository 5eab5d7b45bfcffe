import { createContext, use } from 'react';
import { getI18n } from 'react-i18next';
import { addPageTexts } from '../../../i18n/page-texts.ts';
import { type Fetched, useFetched } from '../../../ui/loading/use-fetched.ts';
import type * as laterParts from './later-parts.ts';

export type LaterParts = typeof laterParts;

let loaded: LaterParts | undefined;

/** Loads the parts with the texts that only they and pages have. */
export async function loadLaterParts(): Promise<LaterParts> {
  const { addLaterTexts } = await import('../../../i18n/parts/later-texts.ts');
  const texts = [addPageTexts(getI18n()), addLaterTexts(getI18n())];
  const [parts] = await Promise.all([import('./later-parts.ts'), ...texts]);
  loaded = parts;
  return parts;
}

/** The function that loads the parts. */
export const LoadLaterPartsContext = createContext(loadLaterParts);

/** The parts of a call that are loaded when the user first opens one; they stay loaded. */
export function useLaterParts(): Fetched<LaterParts> {
  const fetch = use(LoadLaterPartsContext);
  return useFetched(fetch, fetch === loadLaterParts ? loaded : undefined);
}
