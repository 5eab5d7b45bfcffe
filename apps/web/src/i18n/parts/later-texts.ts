import { createAdding } from '../page-texts.ts';
import { loadLaterTexts } from './later-catalogues.ts';

/** Adds the texts of what is loaded when a user first needs it, beside the pages. */
export const addLaterTexts = createAdding(loadLaterTexts);
