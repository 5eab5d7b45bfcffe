import type { ContactDraft } from '../people/contacts.ts';
import { contactName, isContactFieldValid } from '../people/contacts.ts';
import type { ContactReading } from './contact-reading.ts';
import { CARDS_PER_FILE, judgeCards, TOO_LONG } from './contact-reading.ts';
import { hasMore } from './has-more.ts';
import { escapeText, foldLine } from './vcard-lines.ts';
import type { VcardProperty } from './vcard-properties.ts';
import { componentsOf, readProperties, textOf } from './vcard-properties.ts';

/**
 * Properties that may hold a SIP address: IMPP (RFC 4770), TEL as a URI (RFC 6350 §6.4.1), and X-SIP and URL,
 * which other programs write.
 */
const ADDRESS_PROPERTIES = ['IMPP', 'TEL', 'X-SIP', 'URL'];

/** The category of favourites (RFC 6350 §6.7.1) in files of Google Contacts, which other programs keep. */
const FAVOURITE_CATEGORY = 'starred';
const FAVOURITE_CATEGORIES: readonly string[] = [FAVOURITE_CATEGORY, 'favourites', 'favorites'];

function writeCard(contact: ContactDraft): string {
  const { fname, sname, sipaddress, email, address, postNr, city } = contact;
  const structured = (...parts: string[]): string => parts.map(escapeText).join(';');
  const lines = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${escapeText(contactName(contact))}`,
    `N:${structured(sname, fname, '', '', '')}`,
    `IMPP:sip:${escapeText(sipaddress)}`,
  ];
  if (email !== '') lines.push(`EMAIL:${escapeText(email)}`);
  if (address + city + postNr !== '') lines.push(`ADR:${structured('', '', address, city, '', postNr, '')}`);
  if (contact.favourite === true) lines.push(`CATEGORIES:${FAVOURITE_CATEGORY}`);
  return [...lines, 'END:VCARD'].map(foldLine).join('');
}

/** Contacts as vCard 4.0 (RFC 6350), one card per contact; IMPP holds the SIP address. */
export const writeVcards = (contacts: readonly ContactDraft[]): string => contacts.map(writeCard).join('');

/**
 * The address in a property: its SIP URI without scheme, parameters and headers. A value without the scheme
 * is an address only in X-SIP; elsewhere it gives undefined.
 */
function addressIn(property: VcardProperty): string | undefined {
  const uri = textOf(property).trim();
  const match = /^sips?:([^;?]*)/i.exec(uri);
  return match?.[1] ?? (property.name === 'X-SIP' ? uri : undefined);
}

function readCard(properties: readonly VcardProperty[]): ContactDraft {
  const find = (name: string): VcardProperty | undefined => properties.find((one) => one.name === name);
  const text = (name: string): string => {
    const property = find(name);
    return property === undefined ? '' : textOf(property);
  };
  const components = (name: string): string[] => {
    const property = find(name);
    return property === undefined ? [] : componentsOf(property);
  };
  const addresses = properties
    .filter(({ name }) => ADDRESS_PROPERTIES.includes(name))
    .map(addressIn)
    .filter((address) => address !== undefined)
    .filter((address) => address !== '');
  const sipaddress =
    addresses.find((address) => isContactFieldValid('sipaddress', address)) ?? addresses[0] ?? '';
  const [sname = '', fname = ''] = components('N');
  const [, , address = '', city = '', , postNr = ''] = components('ADR');
  const fullName = text('FN');
  const isFavourite = properties
    .filter(({ name }) => name === 'CATEGORIES')
    .flatMap((property) => textOf(property).split(','))
    .some((category) => FAVOURITE_CATEGORIES.includes(category.trim().toLowerCase()));
  const isNamed = fname !== '' || sname !== '' || fullName === sipaddress;
  return {
    fname: isNamed ? fname : fullName,
    sname,
    sipaddress,
    email: text('EMAIL'),
    address,
    postNr,
    city,
    ...(isFavourite && { favourite: true }),
  };
}

/** Most lines of a file; a photo of 50 kB takes a thousand lines. */
const LINES_PER_FILE = 1_000_000;

/**
 * Reads the contacts of a file of vCards 2.1, 3.0 or 4.0; it never throws. Samtal or another program wrote
 * the file.
 */
export function readVcards(file: string): ContactReading {
  if (hasMore(file, /\r\n?|\n/g, LINES_PER_FILE)) return TOO_LONG;
  if (hasMore(file, /^BEGIN:VCARD/gim, CARDS_PER_FILE)) return TOO_LONG;
  const cards: (ContactDraft | undefined)[] = [];
  // Cards without END so far, the innermost last: AGENT of vCard 2.1 holds a card within a card.
  const open: { readonly index: number; readonly properties: VcardProperty[] }[] = [];
  for (const property of readProperties(file)) {
    const isCard = property.value.trim().toUpperCase() === 'VCARD';
    if (property.name === 'BEGIN' && isCard) {
      open.push({ index: cards.length, properties: [] });
      cards.push(undefined);
    } else if (property.name === 'END' && isCard) {
      const ended = open.pop();
      if (ended !== undefined) cards[ended.index] = readCard(ended.properties);
    } else open.at(-1)?.properties.push(property);
  }
  return judgeCards(cards);
}
