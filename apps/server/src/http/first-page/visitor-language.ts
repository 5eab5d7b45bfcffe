import { LANGUAGES, type Language, languageOf } from '@samtal/api-contract';

/** The cookie in which a browser remembers the language that its user has chosen. */
const LANGUAGE_COOKIE = 'language';

type Asked = { readonly acceptLanguage: string | undefined; readonly cookie: string | undefined };

/**
 * The language of a visitor: the one that they have chosen in this browser, or else the first one that the
 * browser asks for, which is also the one that pages read (I18N-02). Any value gives one of the ten languages.
 */
export function visitorLanguage({ acceptLanguage = '', cookie = '' }: Asked): Language {
  const [, chosen] = new RegExp(`(?:^|;)\\s*${LANGUAGE_COOKIE}=([a-z]{2})\\s*(?:;|$)`).exec(cookie) ?? [];
  const known = LANGUAGES.find((language) => language === chosen);
  return known ?? languageOf(acceptLanguage.split(/[,;]/)[0] ?? '');
}
