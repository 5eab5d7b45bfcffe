import * as fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ContactDraft } from '../people/contacts.ts';
import { CONTACTS_PER_ACCOUNT, contactProblem } from '../people/contacts.ts';
import { readContactCsv, writeContactCsv } from './contact-csv.ts';
import { readVcards, writeVcards } from './contact-vcard.ts';
import { parseCsv, writeCsv } from './csv-table.ts';

const asa: ContactDraft = {
  fname: 'Åsa',
  sname: 'Öberg; Lund, PhD',
  sipaddress: 'asa@demo.example',
  email: 'asa@mail.example',
  address: 'C:\\Storgatan 1, 2',
  postNr: '123 45',
  city: 'سمتال',
};
const bare: ContactDraft = {
  fname: '',
  sname: '',
  sipaddress: '112@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
};

test('D53 RFC 6350 §6.7.1 a favourite is a card of the category starred, and other programs name it otherwise', () => {
  const starred = { ...asa, favourite: true };
  expect(writeVcards([starred])).toContain('\r\nCATEGORIES:starred\r\n');
  expect(readVcards(writeVcards([starred, bare])).contacts).toEqual([starred, bare]);
  const categories = (line: string) =>
    readVcards(`BEGIN:VCARD\r\nFN:Bo\r\nIMPP:sip:bo@demo.example\r\n${line}\r\nEND:VCARD\r\n`).contacts[0]
      ?.favourite;
  expect(
    ['CATEGORIES:myContacts,starred', 'CATEGORIES:Family\\,Favorites', 'CATEGORIES:starlight'].map(
      categories,
    ),
  ).toEqual([true, true, undefined]);
});

const otherText = fc
  .array(fc.constantFrom(...Array.from('aÅéسمष ,.;:-_!"@%&/\\()=+0'), 'é', '𐐷'), { maxLength: 120 })
  .map((letters) =>
    letters
      .join('')
      .slice(0, 250)
      .trim()
      .replace(/[\uD800-\uDBFF]$/, ''),
  );
const email = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9._+-]{1,30}$/), fc.stringMatching(/^[A-Za-z0-9-]{1,20}\.[a-z]{2,5}$/))
  .map(([user, host]) => `${user}@${host}`);
const draft: fc.Arbitrary<ContactDraft> = fc.record({
  fname: otherText,
  sname: otherText,
  sipaddress: email,
  email: fc.oneof(email, fc.constant('')),
  address: otherText,
  postNr: otherText,
  city: otherText,
});

test.each([
  ['vCard 4.0', writeVcards, readVcards],
  ['CSV', writeContactCsv, readContactCsv],
])('CONTACT-16 contacts exported as %s are the same after the import', (_, write, read) => {
  expect(read(write([asa, bare]))).toEqual({ contacts: [asa, bare], skipped: [], adjusted: 0 });
  fc.assert(
    fc.property(fc.array(draft, { maxLength: 5 }), (contacts) => {
      expect(contacts.every((contact) => contactProblem(contact) === undefined)).toBe(true);
      expect(read(write(contacts))).toEqual({ contacts, skipped: [], adjusted: 0 });
    }),
  );
});

/** What makes a part of a cell a formula, or hides that it is one. */
const SIGNS = [';', '\t', '\r', '\n', "'", '"', ' ', '=', '+', '-', '@', 'A'] as const;

test('any table is the same after writing and reading, and no cell is a formula for a spreadsheet', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      '+46',
      '-',
      '@x',
      '\t',
      'a"b',
      "''-",
      'a;=1',
      "a;'=1;;-",
      '\t=',
      '\r\n@"x',
    ),
    fc.string({ unit: fc.constantFrom(...SIGNS, ','), maxLength: 8 }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
      (rows) => {
        const table = [['one', 'two', 'three'], ...rows].filter((row) => row.some((value) => value !== ''));
        const text = writeCsv(table);
        expect(parseCsv(text)).toEqual(table);
        for (const value of table.flat().filter((value) => /^[=+\-@\t\r]/.test(value)))
          expect(writeCsv([[value]])).toMatch(/^"?'/);
      },
    ),
    { numRuns: 50 },
  );
});

test('no part of a cell is a formula for a spreadsheet that takes another delimiter (RFC 4180)', () => {
  const cells = fc.string({ unit: fc.constantFrom(...SIGNS), maxLength: 12 });
  // Such a program ends a cell at its delimiter or at a line break, also between the quotes of this file.
  const partsOf = (text: string): string[] => text.split(/[;\t\r\n]/);
  expect(partsOf(writeCsv([['x', 'a;=WEBSERVICE(A1);b']]))).toContain("'=WEBSERVICE(A1)");
  fc.assert(
    fc.property(cells, (cell) => {
      for (const part of partsOf(writeCsv([['x', cell]])).slice(1)) expect(part).not.toMatch(/^[" ]*[=+\-@]/);
    }),
    { numRuns: 500 },
  );
});

test.each(['\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'])(
  'D107 a cell that begins with %s, a sign of full width, is no formula, and comes back as it was',
  (sign) => {
    const [first = '', second = ''] = writeCsv([[`${sign}1+1`, `a;${sign}1+1`]])
      .trimEnd()
      .split(',');
    expect([first, second]).toEqual([`"'${sign}1+1"`, `"a;'${sign}1+1"`]);
    expect(parseCsv(`${first},${second}`)).toEqual([[`${sign}1+1`, `a;${sign}1+1`]]);
  },
);

test('a vCard is folded at 75 octets of UTF-8 and never within a character', () => {
  const long = { ...asa, address: `${'Åsögatan 𐐷 '.repeat(20)}9`, city: 'x'.repeat(200) };
  const text = writeVcards([long]);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(Buffer.from(text).toString()).toBe(text);
  expect(readVcards(text).contacts).toEqual([long]);
});

test('a card of another program is read', () => {
  const text = [
    'BEGIN:VCARD',
    'VERSION:3.0',
    'N:Ek;Bo;;;',
    'FN:Bo Ek',
    'item1.IMPP;X-SERVICE-TYPE="Some: service";type=pref:sip:bo@demo.example;transport=ws',
    'EMAIL;TYPE=INTERNET:bo@mail.example',
    'ADR;TYPE=HOME:;;Storgatan 1\\nUppgång B;Lund;;22350;Sverige',
    'END:VCARD',
    'BEGIN:VCARD',
    'VERSION:4.0',
    'FN:Only a name',
    'TEL;VALUE=uri:sip:name@demo.example',
    'END:VCARD',
  ].join('\n');
  expect(readVcards(text)).toEqual({
    contacts: [
      {
        fname: 'Bo',
        sname: 'Ek',
        sipaddress: 'bo@demo.example',
        email: 'bo@mail.example',
        address: 'Storgatan 1 Uppgång B',
        postNr: '22350',
        city: 'Lund',
      },
      { ...bare, fname: 'Only a name', sipaddress: 'name@demo.example' },
    ],
    skipped: [],
    adjusted: 1,
  });
});

const umlauts = (...lines: string[]): string =>
  ['BEGIN:VCARD', 'VERSION:2.1', 'X-SIP:asa@demo.example', ...lines, 'END:VCARD', ''].join('\r\n');

test.each([
  [
    'a name in quoted-printable',
    umlauts(
      'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=96berg;=C3=85sa;;;',
      'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=C3=85sa=20=C3=96berg',
    ),
    { fname: 'Åsa', sname: 'Öberg' },
  ],
  [
    'an encoding without its name',
    umlauts('N;quoted-printable:=D6berg;=C5sa'),
    { fname: 'Åsa', sname: 'Öberg' },
  ],
  [
    'soft line breaks, also within a character',
    umlauts(
      'item1.N;ENCODING=QUOTED-PRINTABLE:=C3=96b=',
      'erg;=C3=',
      '=85sa=',
      ';;;',
      'ADR;HOME;ENCODING=QUOTED-PRINTABLE:;;Kungs=20=',
      ' gatan 1=3B 2;Ume=C3=A5;;123 45;',
    ),
    { fname: 'Åsa', sname: 'Öberg', address: 'Kungs  gatan 1; 2', city: 'Umeå', postNr: '123 45' },
  ],
  [
    'a soft line break at its end',
    umlauts(
      'N;ENCODING=QUOTED-PRINTABLE:=C3=96berg;100%=',
      '',
      'EMAIL:asa@mail.example',
      'FN;QUOTED-PRINTABLE:x=',
    ),
    { fname: '100%', sname: 'Öberg', email: 'asa@mail.example' },
  ],
])('a card of vCard 2.1 with %s is read', (_, text, contact) => {
  const found = { ...bare, sipaddress: 'asa@demo.example', ...contact };
  expect(readVcards(text + text)).toEqual({ contacts: [found, found], skipped: [], adjusted: 0 });
});

test.each([
  ['VALUE=uri', 'TEL;VALUE=uri;TYPE="voice,home":tel:+46-8-123\nTEL;VALUE=uri:sip:bo@demo.example'],
  ['X-SIP', 'item1.TEL:+46 8 123\nitem1.X-ABLabel:Work\nX-SIP;HOME:bo@demo.example'],
  ['IMPP', 'IMPP;TYPE=home:xmpp:bo@chat.example\nIMPP:sips:bo@demo.example;transport=tcp?subject=x'],
])('the SIP address in %s is found among others', (_, lines) => {
  const photo = `PHOTO;ENCODING=BASE64;JPEG:${'/9j/4AAQ\n '.repeat(50)}/9==\n\n`;
  const text = `begin:vcard\nVERSION:3.0\nN:Ek\\, Berg;Bo\n${photo}${lines}\nNOTE:a: b\nend:vcard`;
  expect(readVcards(text).contacts).toEqual([
    { ...bare, sipaddress: 'bo@demo.example', fname: 'Bo', sname: 'Ek, Berg' },
  ]);
});

test.each([
  ['semicolons', 'SIP-address;Förnamn;Last Name\nsip:bo@demo.example;?;"Ek;Berg"\n'],
  ['tabs and a byte order mark', '\uFEFFsip\tsurname\r\nbo@demo.example\tEk;Berg'],
])('a table with %s is read', (_, text) => {
  expect(readContactCsv(text).contacts).toEqual([
    { ...bare, sipaddress: 'bo@demo.example', sname: 'Ek;Berg' },
  ]);
});

test.each([
  ['text behind a closing quote', 'sip,name\na@b.cd,"Bo" Ek\nc@d.ef,Kim\n', ['"Bo" Ek', 'Kim']],
  ['a quote that is not closed', 'sip,name\na@b.cd,"Bo\nc@d.ef,Kim\n', ['"Bo', 'Kim']],
  ['a quote inside a cell', 'sip,name\r\na@b.cd,Bo 5"\r\nc@d.ef,"Kim, Oslo"\n', ['Bo 5"', 'Kim, Oslo']],
  ['mixed line ends', 'sip,name\r\na@b.cd,"Bo"\r\nc@d.ef,Kim\ne@f.gh,Eva\r', ['Bo', 'Kim', 'Eva']],
])('a table with %s loses no row', (_, text, names) => {
  expect(readContactCsv(text).contacts.map(({ fname }) => fname)).toEqual(names);
});

test('CONTACT-09 cards without a SIP address, or with an invalid one, are skipped and counted', () => {
  const csv = 'name,sip\nNobody,\nBroken,not an address\nFine,fine@demo.example\n';
  expect(readContactCsv(csv)).toMatchObject({
    contacts: [{ fname: 'Fine' }],
    skipped: [
      { number: 1, reason: 'noAddress' },
      { number: 2, reason: 'invalidAddress' },
    ],
  });
});

test('A-018 D61 characters that the form refuses become spaces, and a value that is too long is cut', () => {
  const csv = `name,sip,mail,city\nO'Brien <x>,o@demo.example,not mail,${'𐐷'.repeat(300)}\n`;
  const { contacts, adjusted } = readContactCsv(csv);
  expect(contacts).toMatchObject([{ fname: "O'Brien x", email: '', city: '𐐷'.repeat(127) }]);
  expect(adjusted).toBe(1);
});

test('reading never throws, and every contact it returns may be saved', () => {
  const bits = fc.constantFrom(
    'BEGIN:VCARD\r\n',
    'END:VCARD\r\n',
    'N:',
    'ADR;',
    'IMPP:sip:',
    ';QUOTED-PRINTABLE:',
    '=C3',
    '=\n',
    'a@b.cd',
    '"',
    '\\',
    ';',
    ',',
    '\r\n ',
    '\n',
    '\0',
    '=',
    'sip',
    '\uD800',
  );
  const file = fc
    .array(fc.oneof(bits, fc.string({ unit: 'binary', maxLength: 8 })), { maxLength: 60 })
    .map((all) => all.join(''));
  fc.assert(
    fc.property(file, (text) => {
      for (const contact of [...readVcards(text).contacts, ...readContactCsv(text).contacts])
        expect(contactProblem(contact)).toBeUndefined();
    }),
  );
});

test.each([
  ['quotes', `sip,name\n${'"'.repeat(300_000)}`],
  ['backslashes', `BEGIN:VCARD\nN:${'\\'.repeat(300_000)}\nEND:VCARD`],
  ['parameters', `BEGIN:VCARD\nN${';a="'.repeat(100_000)}\nEND:VCARD`],
  ['quotes that end nowhere', `sip,name\n${'"x'.repeat(300_000)}`],
  ['letters in a name', `BEGIN:VCARD\nN:${'x'.repeat(10_000_000)}\nEND:VCARD`],
  ['letters in a parameter', `BEGIN:VCARD\nN;A=${'x'.repeat(10_000_000)}:\nEND:VCARD`],
  ['encoded letters', `BEGIN:VCARD\nN;QUOTED-PRINTABLE:${'=C3=85'.repeat(300_000)}\nEND:VCARD`],
  ['folded lines', `BEGIN:VCARD\nPHOTO:${'x\n '.repeat(300_000)}\nEND:VCARD`],
  ['soft line breaks', `BEGIN:VCARD\nN;QUOTED-PRINTABLE:${'x=\n'.repeat(300_000)}\nEND:VCARD`],
  ['letters in one cell', `sip,name\n"${'x'.repeat(10_000_000)}"`],
  ['rows', `sip\n${'a@demo.example\n'.repeat(20_000)}`],
  ['columns', `${'x,'.repeat(10_000)}\n${'a\n'.repeat(5000)}`],
])('a hostile file with very many %s is read in linear time', (_, text) => {
  expect(readVcards(text).contacts.length + readContactCsv(text).contacts.length).toBeLessThanOrEqual(10_000);
});

test('CONTACT-16 the headings of a table are searched once, however many rows and columns it has', () => {
  let comparisons = 0;
  for (const name of ['includes', 'indexOf'] as const) {
    const search = Array.prototype[name] as (this: unknown[], ...args: unknown[]) => boolean & number;
    const spy = vi.spyOn(Array.prototype, name).mockImplementation(function (this: unknown[], ...args) {
      comparisons += this.length;
      return search.apply(this, args);
    });
    onTestFinished(() => spy.mockRestore());
  }
  const comparisonsFor = (columns: number, rows: number): number => {
    comparisons = 0;
    readContactCsv(`sip${',x'.repeat(columns)}\n${'a\n'.repeat(rows)}`);
    return comparisons;
  };
  expect(comparisonsFor(500, 1000)).toBe(comparisonsFor(500, 10));
  expect(comparisonsFor(20_000, 10)).toBe(comparisonsFor(2000, 10));
});

test.each([
  ['CSV with more rows', readContactCsv, `sip\n${'a\n'.repeat(1_000_000)}`],
  ['CSV with CRLF and more rows', readContactCsv, `sip\r\n${',\r\n'.repeat(1_000_000)}`],
  ['CSV with a quote that is not closed, and more rows', readContactCsv, `sip\n"${'a\n'.repeat(1_000_000)}`],
  ['vCard with more cards', readVcards, 'BEGIN:VCARD\nEND:VCARD\n'.repeat(100_000)],
  ['vCard with very many lines', readVcards, `BEGIN:VCARD\n${'N:\n'.repeat(2_000_000)}END:VCARD\n`],
])('CONTACT-16 a %s than an import takes is not read, and the reading says so', (_, read, text) => {
  const { contacts, skipped, isTooLong } = read(text);
  expect([contacts.length, skipped.length, isTooLong]).toEqual([0, 0, true]);
});

test('CONTACT-16 a file with five times the contacts of an account is read, multi-line cells included', () => {
  const row = 'a@demo.example,"Storgatan 1\r\n\r\nLund"\r\n';
  const { contacts, skipped, isTooLong } = readContactCsv(
    `sip,address\r\n${row.repeat(5 * CONTACTS_PER_ACCOUNT)}`,
  );
  expect([contacts.length, skipped.length, isTooLong]).toEqual([
    CONTACTS_PER_ACCOUNT,
    4 * CONTACTS_PER_ACCOUNT,
    undefined,
  ]);
});

const cardOf = (name: string): string => `BEGIN:VCARD\nFN:${name}\nIMPP:sip:${name}@demo.example\n`;
const END = 'END:VCARD\n';

test.each([
  ['a file that is cut in its last card', `${cardOf('bo')}${END}${cardOf('kim')}`, ['bo'], [2]],
  ['a file that is cut in a line', `${cardOf('bo')}${END}BEGIN:VCARD\nIMPP:sip:kim@demo.ex`, ['bo'], [2]],
  [
    'a file with a missing END',
    `${cardOf('bo')}${cardOf('kim')}${END}${cardOf('eva')}${END}`,
    ['kim', 'eva'],
    [1],
  ],
  [
    'a card with another one inside',
    `${cardOf('bo')}AGENT:\n${cardOf('kim')}${END}X-A:b\n${END}`,
    ['bo', 'kim'],
    [],
  ],
])('CONTACT-16 in %s each card is read or counted', (_, text, names, incomplete) => {
  const { contacts, skipped } = readVcards(text);
  expect(contacts.map(({ fname }) => fname)).toEqual(names);
  expect(skipped).toEqual(incomplete.map((number) => ({ number, reason: 'incomplete' })));
});

test('CONTACT-16 of a file that is cut anywhere no card is lost without being counted', () => {
  const text = writeVcards([asa, bare, asa]);
  for (let length = 0; length <= text.length; length++) {
    const part = text.slice(0, length);
    const { contacts, skipped } = readVcards(part);
    expect(contacts.length + skipped.length).toBe(part.split('BEGIN:VCARD').length - 1);
    expect([asa, bare, asa].slice(0, contacts.length)).toEqual(contacts);
  }
});

test.each([
  ['empty', 'IMPP:sip:\nTEL;VALUE=uri:sips:\nIMPP:sip:bo@demo.example', 'bo@demo.example'],
  ['not callable', 'IMPP:sip:bo\nIMPP:sip:bo@demo.example', 'bo@demo.example'],
])('CONTACT-16 a SIP address that is %s does not hide a good one', (_, lines, sipaddress) => {
  expect(readVcards(`BEGIN:VCARD\n${lines}\nEND:VCARD`).contacts).toMatchObject([{ sipaddress }]);
});
