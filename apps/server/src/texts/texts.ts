import { type Language, languageOf } from '@samtal/api-contract';
import { createInstance } from 'i18next';
import ar from './ar.json' with { type: 'json' };
import da from './da.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import fi from './fi.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import no from './no.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import th from './th.json' with { type: 'json' };

/** Key of a text of the server; the English catalogue is the list. */
export type TextKey = keyof typeof en;

export type TextValues = Readonly<Record<string, string>>;

type Catalogue = Readonly<Record<TextKey, string>>;

const catalogues: Readonly<Record<Language, Catalogue>> = { ar, da, de, en, fi, fr, nl, no, sv, th };

const translator = createInstance();
void translator.init({
  lng: 'en',
  fallbackLng: 'en',
  resources: Object.fromEntries(
    Object.entries(catalogues).map(([language, translation]) => [language, { translation }]),
  ),
  initAsync: false,
  keySeparator: false,
  nsSeparator: false,
  interpolation: {
    // A placeholder is part of one line of text: no value can start a new line.
    escape: (value: string) => value.replaceAll(/[\r\n\u2028\u2029]+/g, ' '),
  },
  // If a value is missing, the text shows its placeholder, so that a test finds this.
  missingInterpolationHandler: (_text: string, [placeholder]: RegExpExecArray) => placeholder,
});

/**
 * The texts of a language, with their placeholders filled in.
 * @param language a language tag such as `sv-FI`; English is used for an unknown one
 */
export const textsFor = (language: string | undefined) => {
  const lng = languageOf(language ?? '');
  return (key: TextKey, values: TextValues = {}): string =>
    translator.t(key, { lng, replace: values, defaultValue: key });
};
