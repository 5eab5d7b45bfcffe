import type { ContactDraft } from '../people/contacts.ts';
import { contactName } from '../people/contacts.ts';
import type { ContactReading } from './contact-reading.ts';
import { judgeCards } from './contact-reading.ts';
import type { VcardProperty } from './vcard-lines.ts';
import { componentsOf, escapeText, foldLine, readProperties, unescapeText } from './vcard-lines.ts';

/** Properties with a SIP address: IMPP (RFC 4770), TEL as a URI (RFC 6350 §6.4.1), and older ones. */
const ADDRESS_PROPERTIES = ['IMPP', 'TEL', 'X-SIP', 'URL'];

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
  return [...lines, 'END:VCARD'].map(foldLine).join('');
}

/** Contacts as vCard 4.0 (RFC 6350), one card per contact; IMPP holds the SIP address. */
export const writeVcards = (contacts: readonly ContactDraft[]): string => contacts.map(writeCard).join('');

/** `user@domain` of a SIP URI, without its parameters and headers. */
function addressIn({ name, value }: VcardProperty): string | undefined {
  const uri = unescapeText(value).trim();
  const match = /^sips?:([^;?]*)/i.exec(uri);
  return match?.[1] ?? (name === 'X-SIP' ? uri : undefined);
}

function readCard(properties: readonly VcardProperty[]): ContactDraft {
  const valueOf = (name: string): string => properties.find((one) => one.name === name)?.value ?? '';
  const sipaddress =
    properties
      .filter(({ name }) => ADDRESS_PROPERTIES.includes(name))
      .map(addressIn)
      .find((address) => address !== undefined) ?? '';
  const [sname = '', fname = ''] = componentsOf(valueOf('N'));
  const [, , address = '', city = '', , postNr = ''] = componentsOf(valueOf('ADR'));
  const fullName = unescapeText(valueOf('FN'));
  const isNamed = fname !== '' || sname !== '' || fullName === sipaddress;
  return {
    fname: isNamed ? fname : fullName,
    sname,
    sipaddress,
    email: unescapeText(valueOf('EMAIL')),
    address,
    postNr,
    city,
  };
}

/** Reads the cards of a file, vCard 4.0 or 3.0, from this or another program. It never throws. */
export function readVcards(text: string): ContactReading {
  const cards: ContactDraft[] = [];
  let open: VcardProperty[] | undefined;
  for (const property of readProperties(text)) {
    const isCard = property.value.trim().toUpperCase() === 'VCARD';
    if (property.name === 'BEGIN' && isCard) open = [];
    else if (property.name === 'END' && isCard) {
      if (open !== undefined) cards.push(readCard(open));
      open = undefined;
    } else open?.push(property);
  }
  return judgeCards(cards);
}
