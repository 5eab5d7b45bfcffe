import type { ContactDraft, ContactField } from '../people/contacts.ts';
import { CONTACT_FIELDS } from '../people/contacts.ts';
import type { ContactReading } from './contact-reading.ts';
import { CARDS_PER_FILE, judgeCards, TOO_LONG } from './contact-reading.ts';
import { parseCsv, writeCsv } from './csv-table.ts';

/** The heading of each column in an exported file. */
const HEADINGS: Record<ContactField, string> = {
  fname: 'First name',
  sname: 'Surname',
  sipaddress: 'SIP address',
  email: 'E-mail',
  address: 'Address',
  postNr: 'Postcode',
  city: 'City',
};

/**
 * The headings accepted for each field, in lower case without spaces and signs. If a file has several of
 * them, the one that comes first here is used.
 */
const KNOWN_HEADINGS: Record<ContactField, readonly string[]> = {
  fname: ['firstname', 'fname', 'givenname', 'forename', 'name', 'displayname', 'fullname'],
  sname: ['surname', 'sname', 'lastname', 'familyname'],
  sipaddress: ['sipaddress', 'sip', 'sipuri'],
  email: ['email', 'emailaddress', 'mail', 'email1value'],
  address: ['address', 'street', 'streetaddress', 'address1street'],
  postNr: ['postcode', 'postnr', 'postalcode', 'zip', 'zipcode', 'address1postalcode'],
  city: ['city', 'town', 'locality', 'address1city'],
};

/** Columns after these are not read; address books of other programs have about a hundred. */
const COLUMNS = 1000;

const normal = (heading: string): string => heading.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

function columnOf(field: ContactField, headings: readonly string[]): number {
  const known = KNOWN_HEADINGS[field].find((heading) => headings.includes(heading));
  return known === undefined ? -1 : headings.indexOf(known);
}

/** Contacts as a table with a heading row (see {@link writeCsv}). */
export const writeContactCsv = (contacts: readonly ContactDraft[]): string =>
  writeCsv([
    CONTACT_FIELDS.map((field) => HEADINGS[field]),
    ...contacts.map((contact) => CONTACT_FIELDS.map((field) => contact[field])),
  ]);

/**
 * Reads the contacts of a table whose first row has the headings; it never throws. Samtal or another program
 * wrote the table.
 */
export function readContactCsv(text: string): ContactReading {
  const table = parseCsv(text, CARDS_PER_FILE);
  if (table === undefined) return TOO_LONG;
  const [headingRow = [], ...rows] = table;
  const headings = headingRow.slice(0, COLUMNS).map(normal);
  const columns = new Map(CONTACT_FIELDS.map((field) => [field, columnOf(field, headings)]));
  const cell = (row: readonly string[], field: ContactField): string =>
    row[columns.get(field) ?? -1]?.trim() ?? '';
  return judgeCards(
    rows.map((row) => ({
      fname: cell(row, 'fname'),
      sname: cell(row, 'sname'),
      sipaddress: cell(row, 'sipaddress').replace(/^sips?:/i, ''),
      email: cell(row, 'email'),
      address: cell(row, 'address'),
      postNr: cell(row, 'postNr'),
      city: cell(row, 'city'),
    })),
  );
}
