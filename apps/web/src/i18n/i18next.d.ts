import type en from './en.json';

/** Key of a text shown to the user; the English catalogue is the list. */
export type TextKey = keyof typeof en;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'translation';
    resources: { translation: typeof en };
    keySeparator: false;
    nsSeparator: false;
  }
}
