import { type ContactDraft, foldText, searchTerms } from '@samtal/api-contract';

/** The text in which a search looks: names, SIP address and e-mail address of a contact. */
export const searchTextOf = ({ fname, sname, sipaddress, email }: ContactDraft): string =>
  foldText([fname, sname, sipaddress, email].join('\n'));

/**
 * The words of a search, all of which must match; no words for `%`, which asks for every contact
 * (CONTACT-13).
 */
export const searchTermsOf = (searchString: string): readonly string[] =>
  searchString === '%' ? [] : searchTerms(searchString);
