import { getI18n } from 'react-i18next';
import { addPageTexts } from '../../i18n/page-texts.ts';
import { addSecondFactorTexts } from '../../i18n/parts/second-factor-texts.ts';

/** Loads the second step of the log-in (decision D100), and its texts. */
export async function loadSecondStep() {
  const [page] = await Promise.all([
    import('../../features/second-step/SecondStepPage.tsx'),
    addSecondFactorTexts(getI18n()),
    // The login page, to which the user may go back.
    addPageTexts(getI18n()),
  ]);
  return page;
}
