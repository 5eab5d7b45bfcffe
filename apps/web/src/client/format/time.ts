const two = (count: number): string => String(count).padStart(2, '0');

/**
 * A duration as `mm:ss`, from one hour on as `h:mm:ss`; 00:00 if it is negative because the clock was set
 * back.
 */
export function durationWords(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const clock = `${two(minutes % 60)}:${two(seconds % 60)}`;
  return hours === 0 ? clock : `${hours}:${clock}`;
}

/** A time as `YYYY-MM-DD HH:mm` in the user's time zone (MSG-01), the same in every language. */
export function localDateTime(timestamp: number): string {
  const at = new Date(timestamp);
  const day = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  return `${day} ${two(at.getHours())}:${two(at.getMinutes())}`;
}

/**
 * The locale for dates and times: the first of the browser's languages that is a regional variety of the
 * page's language, else the page's language. British readers of the English page see 17:13, American readers
 * 5:13 PM.
 * @param language BCP 47 tag of the page's language
 * @param browserLanguages `navigator.languages`, the preferred language first
 */
export function dateLocale(language: string, browserLanguages: readonly string[]): string {
  return (
    browserLanguages.find((tag) => tag.toLowerCase().startsWith(`${language}-`) && isLanguageTag(tag)) ??
    language
  );
}

/**
 * Whether `text` is a valid language tag. Chromium takes tags such as `en-US@posix` from the environment, and
 * every Intl formatter rejects them.
 */
function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}

/** The time of a moment of today, else its day, as in "16:33" or "3 Nov". */
export function timeOrDay(at: number, locale: string, now: number): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return new Intl.DateTimeFormat(
    locale,
    isToday ? { timeStyle: 'short' } : { day: 'numeric', month: 'short' },
  ).format(at);
}

/** A day with its year and the name of its month. */
export const longDay = (at: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(at);
