import { writeContactCsv, writeVcards } from '@samtal/api-contract';
import { expect, test } from 'vitest';
import { contact } from '../../testing/fake-people-api.ts';
import { contactImportOf } from './read-contact-file.ts';

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

test.each(['', 'BEGIN:VCARD', 'sip', '\uFEFF'])('a file with %j has no contact', (text) => {
  expect(contactImportOf(text, [])).toBe('unreadable');
});
