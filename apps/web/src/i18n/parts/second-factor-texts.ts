import { createAdding } from '../page-texts.ts';
import { loadSecondFactorTexts } from './second-factor-catalogues.ts';

/** Adds the texts of log-in in two steps. */
export const addSecondFactorTexts = createAdding(loadSecondFactorTexts);
