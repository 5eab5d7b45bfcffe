import { writeContactCsv, writeVcards } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { contact } from '../../../testing/fake-people-api.ts';
import { contactImportOf, readContactFile } from './read-contact-file.ts';

const bo = contact({ id: '1', fname: 'Bo', sname: 'Ek', sipaddress: 'bo@demo.example', city: 'Lund' });
const kim = contact({ id: '2', fname: 'Kim', sipaddress: 'kim@demo.example' });
const { id: _id, imageUrl: _imageUrl, ...boDraft } = bo;

test.each([
  ['vCard', writeVcards],
  ['table', writeContactCsv],
])('contacts exported as %s are new in another address book, and known in their own', (_name, write) => {
  const file = write([bo, kim]);
  expect(contactImportOf(file, [])).toMatchObject({ fresh: [boDraft, { fname: 'Kim' }] });
  expect(contactImportOf(file, [contact({ id: '9', sipaddress: 'BO@demo.example' })])).toMatchObject({
    fresh: [{ fname: 'Kim' }],
    known: 1,
  });
});

test('duplicates are removed, and contacts that cannot be called are skipped', () => {
  const file =
    'name,sip,city\nBo,bo@demo.example,\nBo again,BO@demo.example,\nNobody,,\nKim,kim@demo.example,<Oslo>\n';
  expect(contactImportOf(file, [])).toMatchObject({
    fresh: [{ fname: 'Bo' }, { fname: 'Kim', city: 'Oslo' }],
    known: 1,
    skipped: 1,
    tooMany: 0,
    adjusted: 1,
  });
});

test.each(['', 'sip', '\uFEFF'])('a file with %j has no contact', (text) => {
  expect(contactImportOf(text, [])).toBe('unreadable');
});

const cards = 'BEGIN:VCARD\nN:Öberg;Åsa\nIMPP:sip:asa@demo.example\nEND:VCARD\n';
const table = 'name;surname;sip\nÅsa;Öberg;asa@demo.example\n';

test.each([
  ['vCard in ISO 8859-1', Buffer.from(cards, 'latin1')],
  ['table in ISO 8859-1', Buffer.from(table, 'latin1')],
  ['vCard in UTF-16', Buffer.from(`\uFEFF${cards}`, 'utf16le')],
  ['table in UTF-16', Buffer.from(`\uFEFF${table}`, 'utf16le')],
  ['table in UTF-16, big-endian', Buffer.from(`\uFEFF${table}`, 'utf16le').swap16()],
])('CONTACT-16 a %s keeps the letters of its names', async (_name, bytes) => {
  expect(await readContactFile(new Blob([bytes]), [])).toMatchObject({
    fresh: [{ fname: 'Åsa', sname: 'Öberg' }],
    adjusted: 0,
  });
});

test('CONTACT-16 a file of more than 20 MB is too large', async () => {
  expect(await readContactFile(new Blob([new Uint8Array(20_000_001)]), [])).toBe('tooLarge');
});

test('CONTACT-16 a card without its end is counted', () => {
  expect(contactImportOf(`${cards}BEGIN:VCARD\nFN:Kim`, [])).toMatchObject({
    fresh: [{ fname: 'Åsa' }],
    skipped: 0,
    incomplete: 1,
  });
});
