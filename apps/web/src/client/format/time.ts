const two = (count: number): string => String(count).padStart(2, '0');

/** `mm:ss`, after one hour `h:mm:ss`; 00:00 if the clock was set back. */
export function durationWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? clock : `${hours}:${clock}`;
}

/** `YYYY-MM-DD HH:mm` in the user's time zone (MSG-01), the same in every language. */
export function localDateTime(timestamp: number): string {
  const at = new Date(timestamp);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

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
