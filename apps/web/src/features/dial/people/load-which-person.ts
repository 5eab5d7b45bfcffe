import { getI18n } from 'react-i18next';
import { addLaterTexts } from '../../../i18n/parts/later-texts.ts';
import { WhichPerson } from './WhichPerson.tsx';

/** The component, when its texts are there. */
export async function load(): Promise<{ readonly default: typeof WhichPerson }> {
  await addLaterTexts(getI18n());
  return { default: WhichPerson };
}
