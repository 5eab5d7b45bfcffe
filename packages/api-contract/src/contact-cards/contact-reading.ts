import type { ContactDraft, ContactField } from '../people/contacts.ts';
import {
  CONTACT_FIELDS,
  CONTACTS_PER_ACCOUNT,
  contactProblem,
  isContactFieldValid,
} from '../people/contacts.ts';
import { FIELD_MAX_LENGTH } from '../values/field-rules.ts';

/** A card or row of the file that was not imported, and why. */
export type SkippedCard = {
  /** Position in the file, from 1; the heading row of a table is not counted. */
  readonly number: number;
  readonly reason: 'noAddress' | 'invalidAddress' | 'tooMany' | 'incomplete';
};

/** The contacts read from a file. */
export type ContactReading = {
  /** Valid contacts: each follows the rules of the contact form. */
  readonly contacts: readonly ContactDraft[];
  readonly skipped: readonly SkippedCard[];
  /**
   * How many of `contacts` lost characters or the e-mail address because the contact form does not allow
   * them.
   */
  readonly adjusted: number;
  /** The file has more than CARDS_PER_FILE cards or rows, or too many lines, and was not read. */
  readonly isTooLong?: true;
};

/** Most cards or rows of a file. More than an account holds, because many of them have no SIP address. */
export const CARDS_PER_FILE = 5 * CONTACTS_PER_ACCOUNT;

export const TOO_LONG: ContactReading = { contacts: [], skipped: [], adjusted: 0, isTooLong: true };

/**
 * `value` as the form allows it: invalid characters become spaces, an invalid e-mail address becomes '', and
 * long text is cut. A SIP address is not changed.
 */
function allowed(field: ContactField, value: string): string {
  if (field === 'sipaddress' || isContactFieldValid(field, value)) return value;
  if (field === 'email') return '';
  const kept = Array.from(value, (character) =>
    isContactFieldValid(field, character) ? character : ' ',
  ).join('');
  const short = kept.replaceAll(/ +/g, ' ').slice(0, FIELD_MAX_LENGTH);
  // Removes half of a surrogate pair at the end.
  return short.replace(/[\uD800-\uDBFF]$/, '').trim();
}

/**
 * Separates the cards of a file into valid contacts and skipped cards. An undefined card has no end in the
 * file; it is skipped, because what is left of its address may be the address of another person.
 */
export function judgeCards(cards: readonly (ContactDraft | undefined)[]): ContactReading {
  const contacts: ContactDraft[] = [];
  const skipped: SkippedCard[] = [];
  let adjusted = 0;
  for (const [index, card] of cards.entries()) {
    const number = index + 1;
    if (card === undefined) {
      skipped.push({ number, reason: 'incomplete' });
      continue;
    }
    const draft = { ...card };
    for (const field of CONTACT_FIELDS) draft[field] = allowed(field, card[field].trim());
    const problem = contactProblem(draft);
    if (problem?.kind === 'noAddress') skipped.push({ number, reason: 'noAddress' });
    else if (problem !== undefined) skipped.push({ number, reason: 'invalidAddress' });
    else if (contacts.length >= CONTACTS_PER_ACCOUNT) skipped.push({ number, reason: 'tooMany' });
    else {
      contacts.push(draft);
      if (CONTACT_FIELDS.some((field) => draft[field] !== card[field].trim())) adjusted++;
    }
  }
  return { contacts, skipped, adjusted };
}
