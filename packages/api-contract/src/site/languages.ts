/**
 * The languages of interface, mails and mailbox; for any other language English is used (I18N-01, I18N-04).
 */
export const LANGUAGES = ['en', 'sv', 'da', 'nl', 'fi', 'de', 'th', 'ar', 'fr', 'no'] as const;

/** The code of a language, which is also its value in `lang` attributes and API calls (I18N-07). */
export type Language = (typeof LANGUAGES)[number];

/** The code to use in place of another one: both written forms of Norwegian have one catalogue (I18N-03). */
const aliases: Readonly<Record<string, Language>> = { nn: 'no', nb: 'no' };

/** The language for a tag such as `sv-FI`; `en` if the tag is empty or unknown (I18N-02). */
export function languageOf(tag: string): Language {
  const primary = tag.trim().slice(0, 2).toLowerCase();
  const wanted = Object.hasOwn(aliases, primary) ? aliases[primary] : primary;
  return LANGUAGES.find((language) => language === wanted) ?? 'en';
}

const rightToLeft: readonly Language[] = ['ar'];

/** The value of the `dir` attribute for a language (I18N-05). */
export const directionOf = (language: Language): 'ltr' | 'rtl' =>
  rightToLeft.includes(language) ? 'rtl' : 'ltr';
