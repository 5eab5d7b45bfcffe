/**
 * The browser's own locale for dates, if it is a variety of the page's language: 17:13 for British readers
 * and 5:13 PM for American readers of the same English page.
 * @param language of the page, BCP 47
 * @param browserLanguages `navigator.languages`, the preferred language first
 */
export function dateLocale(language: string, browserLanguages: readonly string[]): string {
  return (
    browserLanguages.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLanguageTag(tag)) ??
    language
  );
}

/** Chromium reads its languages from the environment, and every Intl formatter rejects `en-US@posix`. */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
