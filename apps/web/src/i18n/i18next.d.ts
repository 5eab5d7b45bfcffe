import type beforeLogin from './en/before-login.json';
import type characters from './en/characters.json';
import type consoleTexts from './en/console.json';
import type help from './en/help.json';
import type later from './en/later.json';
import type pages from './en/pages.json';
import type secondFactor from './en/second-factor.json';
import type selfCheck from './en/self-check.json';
import type signedIn from './en/signed-in.json';

type English = typeof beforeLogin &
  typeof signedIn &
  typeof pages &
  typeof selfCheck &
  typeof consoleTexts &
  typeof help &
  typeof later &
  typeof secondFactor &
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
