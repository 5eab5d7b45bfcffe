import type characters from './characters/en.json';
import type consoleTexts from './console/en.json';
import type en from './en.json';
import type help from './help/en.json';
import type later from './later/en.json';
import type pages from './pages/en.json';
import type selfCheck from './self-check/en.json';
import type signedIn from './signed-in/en.json';

type English = typeof en &
  typeof signedIn &
  typeof pages &
  typeof selfCheck &
  typeof consoleTexts &
  typeof help &
  typeof later &
  typeof characters;

/** Key of a text shown to the user; the English catalogue has all keys. */
export type TextKey = keyof English;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: English };
    keySeparator: false;
    nsSeparator: false;
  }
}
