import { getI18n } from 'react-i18next';
import { addPageTexts } from '../../../i18n/page-texts.ts';
import { addLaterTexts } from '../../../i18n/parts/later-texts.ts';
import { Invitations } from './Invitations.tsx';

/** The component, when its texts are there. */
export async function load(): Promise<{ readonly default: typeof Invitations }> {
  await Promise.all([addPageTexts(getI18n()), addLaterTexts(getI18n())]);
  return { default: Invitations };
}
