import { getI18n } from 'react-i18next';
import { addLaterTexts } from '../../i18n/parts/later-texts.ts';
import { Emergency } from './Emergency.tsx';

/** The component, when its texts are there. */
export async function load(): Promise<{ readonly default: typeof Emergency }> {
  await addLaterTexts(getI18n());
  return { default: Emergency };
}
