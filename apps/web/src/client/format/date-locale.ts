/**
 * How the person's own browser writes times, where that is a variety of the language of the page: 17:13 for British
 * readers and 5:13 PM for American ones of the same English page.
 *
 * @param language of the page, BCP 47
 * @param browserLanguages `navigator.languages`, the dearest first
 */
export function dateLocale(language: string, browserLanguages: readonly string[]): string {
  return (
    browserLanguages.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLanguageTag(tag)) ??
    language
  );
}

/** Chromium takes its languages from the environment, and `en-US@posix` is refused by every Intl formatter. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
