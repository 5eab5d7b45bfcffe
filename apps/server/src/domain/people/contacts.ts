import type { ContactDraft } from '@samtal/api-contract';

/** What users without the matching keyboard type for letters that NFD does not decompose. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ß: 'ss',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
};

/** Text without case and accents, so that `oberg` finds `Öberg`. */
export const foldForSearch = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    // Lower-casing can add marks: İ becomes i and a combining dot above.
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[æœøßđðłþı]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);

/** The text in which a search looks: names, SIP address and e-mail address of a contact. */
export const searchTextOf = ({ fname, sname, sipaddress, email }: ContactDraft): string =>
  foldForSearch([fname, sname, sipaddress, email].join('\n'));

/**
 * The words of a search, all of which must match; no words for `%`, which asks for every contact
 * (CONTACT-13).
 */
export const searchTermsOf = (searchString: string): string[] =>
  searchString === '%'
    ? []
    : foldForSearch(searchString)
        .split(/\s+/)
        .filter((term) => term !== '');
