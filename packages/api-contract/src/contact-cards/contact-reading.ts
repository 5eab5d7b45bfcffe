import type { ContactDraft, ContactField } from '../contacts.ts';
import { CONTACT_FIELDS, CONTACTS_PER_ACCOUNT, contactProblem, isContactFieldValid } from '../contacts.ts';
import { FIELD_MAX_LENGTH, isOtherText } from '../field-rules.ts';

/** Why a card or row did not become a contact. */
export type SkippedCard = {
  /** Which one in the file, from 1; the heading row of a table is not counted. */
  readonly number: number;
  readonly reason: 'noAddress' | 'invalidAddress' | 'tooMany';
};

/** What a file of contacts holds. */
export type ContactReading = {
  /** Ready to be saved: every one obeys the rules of the contact form. */
  readonly contacts: readonly ContactDraft[];
  readonly skipped: readonly SkippedCard[];
  /** How many of `contacts` lost a character or an e-mail address that the form does not allow. */
  readonly adjusted: number;
};

/** A value as near to the file's as the form allows. */
function allowed(field: ContactField, value: string): string {
  if (field === 'sipaddress' || isContactFieldValid(field, value)) return value;
  if (field === 'email') return '';
  const kept = Array.from(value, (character) => (isOtherText(character) ? character : ' ')).join('');
  const short = kept.replaceAll(/ +/g, ' ').slice(0, FIELD_MAX_LENGTH);
  // A character outside the BMP is not cut in half.
  return short.replace(/[\uD800-\uDBFF]$/, '').trim();
}

/** Sorts the cards of a file into contacts that may be saved and cards that are no contact. */
export function judgeCards(cards: readonly ContactDraft[]): ContactReading {
  const contacts: ContactDraft[] = [];
  const skipped: SkippedCard[] = [];
  let adjusted = 0;
  for (const [index, card] of cards.entries()) {
    const draft = { ...card };
    for (const field of CONTACT_FIELDS) draft[field] = allowed(field, card[field].trim());
    const problem = contactProblem(draft);
    const number = index + 1;
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
