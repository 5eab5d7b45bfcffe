/** Thirteen months, the longest time that browsers keep a cookie. */
const MAX_AGE_SECONDS = 34_560_000;

/**
 * Tells the server which language the user has chosen, so that the first page that it sends is in that
 * language. The cookie names a language and nothing else.
 * @param path the folder of the site in which the product is installed
 */
export function writeLanguageCookie(page: Pick<Document, 'cookie'>, language: string, path: string): void {
  page.cookie = `language=${language}; Path=${path}/; Max-Age=${MAX_AGE_SECONDS}; SameSite=Lax`;
}
