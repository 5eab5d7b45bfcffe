import { createAdding } from '../page-texts.ts';

/** Adds the texts of log-in in two steps. */
export const addSecondFactorTexts = createAdding(async (language) =>
  (await import('./second-factor-catalogues.ts')).loadSecondFactorTexts(language),
);
