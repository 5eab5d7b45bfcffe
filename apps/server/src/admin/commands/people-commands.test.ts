import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../http/testing/test-app.ts';
import { createTestApp } from '../../http/testing/test-app.ts';
import { signIn } from '../../http/testing/visitor.ts';
import { createOutbox } from '../../mail/outbox.ts';
import { AdminError } from '../command.ts';
import { commands } from '../commands.ts';

let server: TestApp;

beforeEach(async () => {
  server = await createTestApp();
});
afterEach(() => server.close());

/** The lines that a command prints, followed by its errors. */
async function run(name: string, words: string[], input = '', options: Record<string, string> = {}) {
  const lines: string[] = [];
  const { context, folder } = server;
  const tools = {
    ...context,
    config: { sipDomain: 'demo.example' },
    outbox: createOutbox(folder, context.now),
    mailContext: { brandName: context.brand.name, publicUrl: 'https://calls.example' },
    readInput: () => Promise.resolve(input),
    print: (line: string) => void lines.push(line),
    warn: (line: string) => void lines.push(line),
  };
  try {
    await commands[name]?.run({ words, options: new Map(Object.entries(options)) }, tools);
  } catch (error) {
    if (!(error instanceof AdminError)) throw error;
    lines.push(error.message);
  }
  return lines.join('\n');
}

test('D24 contacts are imported from a table and exported as one', async () => {
  const table = 'First name,SIP address\nÅsa,asa@demo.example\nNobody,\n';
  expect(await run('import-contacts', ['alice'], table)).toBe(
    '1 contacts were added.\nRow 2 was left out: it has no SIP address.',
  );
  expect(await run('export-contacts', ['alice'])).toMatch(/^First name,.*\r\nÅsa,,asa@demo\.example,,,,$/s);
  expect(await run('import-contacts', ['nobody'], table)).toMatch('There is no account "nobody".');
  expect(await run('import-contacts', ['alice'], `sip\n${'a\n'.repeat(100_000)}`)).toBe(
    'Nothing was imported: the table has more than 50000 rows.',
  );
});

test('D24 a table of contacts without a SIP address is refused, and columns that are not read are named', async () => {
  expect(await run('import-contacts', ['alice'], 'name,address\nBo,bo@demo.example\n')).toBe(
    'There is no column "SIP address", so nothing was imported. Columns are: First name, Surname, SIP address, E-mail, Address, Postcode, City.',
  );
  const table = 'Full Name,shoe size,sip,zip,E-mail address\nBo,42,bo@demo.example,1,bo@mail.example\n';
  expect(await run('import-contacts', ['alice'], table)).toBe(
    'Warning: the column "shoe size" is not read. Columns are: First name, Surname, SIP address, E-mail, Address, Postcode, City.\n1 contacts were added.',
  );
});

test('D24 columns of services and directory that are not read are named', async () => {
  expect(await run('import-services', [], 'name,sipaddress,picture\nDesk,desk@demo.example,x\n')).toBe(
    'Warning: the column "picture" is not read. Columns are: name, sipaddress, image.\n1 services were imported.',
  );
  expect(await run('import-directory', [], 'Name,telephone\nTaxi,1\n')).toMatch(
    /^Warning: the column "telephone" is not read\. Columns are: name, phone, .*\n1 entries/s,
  );
});

test('D24 SERVICE-02 a table replaces the services for all organisations, or those of one', async () => {
  expect(await run('import-services', [], 'name,sipaddress\nDesk,sip:desk@demo.example\n')).toMatch(
    '1 services',
  );
  await run('import-services', [], 'name,sipaddress\nOwn desk,own@demo.example\n', { organisation: '2' });
  const ask = async (name: string) =>
    (await (await signIn(server, name)).get('contacts/getPersistantContacts')).json();
  expect(await ask('alice')).toMatchObject({
    contactList: [{ fname: 'Desk', sipaddress: 'desk@demo.example' }],
  });
  expect((await ask('david')).contactList).toHaveLength(2);
  expect(await run('import-services', [], '', { organisation: 'x' })).toMatch(
    'not the number of an organisation',
  );
});

test.each([
  ['import-services', 'name,sipaddress\nBad,"a b"\n', 'Row 1: "sipaddress" is not allowed'],
  ['import-services', 'name,sipaddress\nBad,foo@bar@baz\n', 'Row 1: "sipaddress" is not allowed'],
  [
    'import-services',
    'name,sipaddress\nDesk, 2nd floor,desk\n',
    'Row 1: it has 3 cells, the headings have 2.',
  ],
  ['import-services', 'name,sipaddress\n', 'it would remove all services. Add --yes'],
  ['import-directory', 'name,phone\nTaxi,a b c\n', 'Row 1: "phone" is not allowed'],
  ['import-directory', 'name,featured\nTaxi,maybe\n', 'Row 1: "featured" must be yes or no.'],
  ['import-directory', 'name,group\nTaxi,perhaps\n', 'Row 1: "group" must be yes or no.'],
  ['import-directory', 'name\n', 'it would remove all entries of the directory. Add --yes'],
])('D24 %s refuses %j', async (command, table, problem) => {
  expect(await run(command, [], table)).toContain(problem);
});

test('D24 the exports of services and directory are the tables that their imports read', async () => {
  const services = 'name,sipaddress,image\nDesk,desk@demo.example,\nLine,+46 40 123,https://a.example/b.png';
  const directory =
    'name,phone,type,category,image,featured,group,organisation\nTaxi,1,Cars,,,yes,,2\nShops,,,,,,yes,';
  const lines = (text: string) => text.replaceAll('\r', '');
  await run('import-services', [], services);
  expect(lines(await run('export-services', []))).toBe(services);
  expect(lines(await run('export-services', [], '', { organisation: '2' }))).toBe('name,sipaddress,image');
  await run('import-directory', [], directory);
  expect(lines(await run('export-directory', []))).toBe(directory);
  expect(await run('import-services', [], 'name,sipaddress\n', { yes: '' })).toBe(
    '0 services were imported.',
  );
  expect(lines(await run('export-services', []))).toBe('name,sipaddress,image');
});

test('D24 DIRECTORY-09 a table with an error changes nothing, and the message names the row', async () => {
  const before = (await (await signIn(server, 'alice')).get('business_directory')).json();
  const broken = 'name,phone,organisation\nTaxi,1,\n,2,x\n';
  expect(await run('import-directory', [], broken)).toBe(
    'Nothing was imported.\nRow 2: "name" is empty.\nRow 2: "organisation" is not a number.',
  );
  expect(await run('import-directory', [], 'title\nTaxi\n')).toMatch('There is no column "name".');
  expect((await (await signIn(server, 'alice')).get('business_directory')).json()).toEqual(before);
  expect(await run('import-directory', [], 'name\nTaxi\n')).toMatch('1 entries');
});
