import { getI18n } from 'react-i18next';
import { addLaterTexts } from '../../i18n/parts/later-texts.ts';
import { DoNotDisturb } from './DoNotDisturb.tsx';

/** The component, when its texts are there. */
export async function load(): Promise<{ readonly default: typeof DoNotDisturb }> {
  await addLaterTexts(getI18n());
  return { default: DoNotDisturb };
}
