/** The interface languages; the first is the one that everything falls back to (I18N-01, I18N-04). */
export const languages = ['en', 'sv', 'da', 'nl', 'fi', 'de', 'th', 'ar', 'fr', 'no'] as const;

/** An interface language, usable as it is in `lang` attributes and in API calls (I18N-07). */
export type Language = (typeof languages)[number];

/** The two written forms of Norwegian share one catalogue (I18N-03). */
const aliases: Readonly<Record<string, Language>> = { nn: 'no', nb: 'no' };

/**
 * The interface language for a browser language such as `sv-FI` (I18N-02).
 *
 * @param navigatorLanguage `navigator.language`; may be empty or unknown, which gives `en`
 */
export function pickLanguage(navigatorLanguage: string): Language {
  const primary = navigatorLanguage.slice(0, 2).toLowerCase();
  const wanted = Object.hasOwn(aliases, primary) ? aliases[primary] : primary;
  return languages.find((language) => language === wanted) ?? 'en';
}

/** The value of the `dir` attribute for a language (I18N-05). */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}
