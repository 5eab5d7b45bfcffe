import {
  type EntryGroups,
  type EntryToSave,
  ERROR_CODES,
  type ListedEntries,
  type Role,
} from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importDirectory } from '../../../domain/accounts/people-import.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

/** Gives alice, who is of organisation 1, a role. */
const give = async (role: Role) => {
  const account = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.changeRole(account?.id ?? '', role);
  await alice.post('console/confirmation', { password: 'demo1234' });
};
const TABLE = [
  'name,phone,type,category,featured,group,organisation',
  'For all,echo,Shop,Day,yes,,',
  'Of two,ivr,Secret type,,,,2',
  'Heading,,,,,yes,',
].join('\n');
const read = async (query: Record<string, string> = {}) =>
  (await alice.get('console/directory', query)).json<ListedEntries>();
const names = async (query?: Record<string, string>) => (await read(query)).entries.map(({ name }) => name);
const library: EntryToSave = {
  name: 'Library',
  phone: 'library',
  type: 'Shop',
  category: 'Night',
  image: '',
  isFeatured: false,
  isHeading: false,
  organisation: 1,
};
const add = (entry: object = {}) => alice.post('console/directory', { ...library, ...entry });
const foundBy = async (username: string) => {
  const user = await signIn(bed, username);
  const { directory } = (await user.get('business_directory')).json<{ directory: { name: string }[] }>();
  const types = (await user.get('business_directory/types')).json<{ types: { name: string }[] }>();
  return [directory.map(({ name }) => name), types.types.map(({ name }) => name)];
};
const replace = (table: string) => alice.post('console/directory/table', { table });
const refusals = () => bed.events.filter(({ event }) => event === 'console_refused');

async function start(hasRequestLimits = false): Promise<void> {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true } }, hasRequestLimits });
  const table = importDirectory(TABLE);
  if (!table.ok) expect.fail(table.problems.join());
  await bed.repositories.directory.replace(table.value.entries, table.value);
  alice = await signIn(bed, 'alice');
  await give('operator');
}
beforeEach(() => start());
afterEach(() => bed.close());

test('D112 an operator adds, changes and removes entries; types and categories come and go with them', async () => {
  const { id } = (await add()).json<{ id: string }>();
  expect(await foundBy('alice')).toEqual([['For all', 'Heading', 'Library'], ['Shop']]);
  expect(await foundBy('david')).toEqual([
    ['For all', 'Of two', 'Heading'],
    ['Shop', 'Secret type'],
  ]);
  expect((await alice.get(`console/directory/${id}`)).json()).toEqual({ ...library, id, isChangeable: true });
  const changed = { ...library, type: 'Books', category: '', isFeatured: true };
  expect((await alice.post(`console/directory/${id}`, changed)).statusCode).toBe(200);
  expect((await alice.get('console/directory/groups')).json<EntryGroups>()).toEqual({
    types: ['Shop', 'Secret type', 'Books'],
    categories: ['Day'],
  });
  expect((await alice.delete(`console/directory/${id}`)).statusCode).toBe(200);
  expect((await alice.delete(`console/directory/${id}`)).statusCode).toBe(404);
  expect(await foundBy('alice')).toEqual([['For all', 'Heading'], ['Shop']]);
  const by = { by: 'alice', address: '127.0.0.1', detail: 'organisation 1: Library' };
  expect(bed.events.filter(({ event }) => event.startsWith('directory'))).toEqual([
    { event: 'directory_entry_added', ...by },
    { event: 'directory_entry_changed', ...by },
    { event: 'directory_entry_removed', ...by },
  ]);
});

test('D112 entries are found by words of name, number, type and category, and by organisation', async () => {
  expect(await names({ search: 'SHOP day' })).toEqual(['For all']);
  expect(await names({ search: 'secret' })).toEqual(['Of two']);
  expect(await names({ organisation: '1' })).toEqual(['For all', 'Heading']);
  const rows = Array.from({ length: 120 }, (_each, number) => `Entry ${number},echo\n`).join('');
  expect((await replace(`name,phone\n${rows}`)).json()).toEqual({ entries: 120 });
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await read({ search: 'entry', ...(after !== undefined && { after }) });
    seen.push(...page.entries.map(({ name }) => name));
    after = page.next;
  } while (after !== undefined);
  expect(seen).toEqual(Array.from({ length: 120 }, (_each, number) => `Entry ${number}`));
});

test('D112 an administrator changes the entries of the own organisation only, whatever the request names', async () => {
  const { entries } = await read();
  const [ofAll, ofTwo] = ['For all', 'Of two'].map((name) => entries.find((each) => each.name === name));
  await give('administrator');
  expect(await names()).toEqual(['For all', 'Heading']);
  // The types of other organisations are not told either.
  expect((await alice.get('console/directory/groups')).json<EntryGroups>().types).toEqual(['Shop']);
  const own = (await add()).json<{ id: string }>();
  const { organisation: _one, ...forAll } = library;
  const attempts = [
    [await add({ organisation: 2 }), 403],
    [await alice.post('console/directory', forAll), 403],
    [await alice.get('console/directory', { organisation: '2' }), 403],
    [await alice.get(`console/directory/${ofTwo?.id}`), 404],
    [await alice.post(`console/directory/${ofTwo?.id}`, library), 404],
    [await alice.delete(`console/directory/${ofTwo?.id}`), 404],
    [await alice.post(`console/directory/${ofAll?.id}`, library), 403],
    [await alice.delete(`console/directory/${ofAll?.id}`), 403],
    [await alice.post(`console/directory/${own.id}`, { ...library, organisation: 2 }), 403],
    [await replace('name\nMine\n'), 403],
  ] as const;
  expect(attempts.map(([{ statusCode }]) => statusCode)).toEqual(attempts.map(([, status]) => status));
  expect(refusals()).toHaveLength(attempts.length);
  const table = await alice.get('console/directory/table');
  expect(table.body).toContain('Library');
  expect(table.body).not.toContain('Of two');
  await give('operator');
  expect(await names()).toEqual(['For all', 'Of two', 'Heading', 'Library']);
});

test('D112 the directory is saved as the table that replaces it again, without a formula', async () => {
  await add({ name: '=1+1', phone: '' });
  const table = (await alice.get('console/directory/table')).body;
  expect(table.split('\r\n').slice(0, 3)).toEqual([
    'name,phone,type,category,image,featured,group,organisation',
    'For all,echo,Shop,Day,,yes,,',
    'Of two,ivr,Secret type,,,,,2',
  ]);
  expect(table).toContain("'=1+1");
  const before = (await read({ search: 'for all' })).entries;
  expect((await replace(table)).json()).toEqual({ entries: 4 });
  expect((await read({ search: 'for all' })).entries).toMatchObject(
    before.map(({ id: _id, ...rest }) => rest),
  );
  expect(bed.events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['directory_exported', 'directory_replaced']),
  );
});

test('D112 a table with a wrong row changes nothing and says which; huge tables are refused', async () => {
  for (const [table, problem] of [
    ['phone\n1\n', 'There is no column "name".'],
    ['name,organisation\nA,one\n,2\n', 'Row 2: "name" is empty.'],
    ['name,phone\nA,a@b@c\n', 'Row 1: "phone" is not allowed: it cannot be called.'],
    ['name,image\nA,javascript:x\n', 'Row 1: "image" is not allowed.'],
    [`name\n${'A\n'.repeat(20_001)}`, 'The table has more than 20000 rows.'],
  ] as const) {
    const answer = await replace(table);
    expect([answer.statusCode, answer.json().failureText]).toEqual([400, expect.stringContaining(problem)]);
  }
  expect((await replace(`name\n${'x'.repeat(2_000_001)}`)).statusCode).toBe(400);
  expect((await replace('x'.repeat(5_000_000))).statusCode).toBe(413);
  expect(await names()).toEqual(['For all', 'Of two', 'Heading']);
});

test('D112 forged and repeated entries are refused, support only reads, and a change needs the password', async () => {
  for (const [value, field] of [
    [{ name: ' ' }, 'name'],
    [{ phone: 'echo\r\nVia: x' }, 'phone'],
    [{ type: 'two\nlines' }, 'type'],
    [{ image: '//evil.example/x.png' }, 'image'],
  ] as const)
    expect([field, (await add(value)).json().failureText]).toEqual([field, `Invalid value: ${field}`]);
  for (const value of [
    { isFeatured: 'yes' },
    { organisation: -1 },
    { position: 0 },
    { category: 'x'.repeat(256) },
  ])
    expect((await add(value)).statusCode).toBe(400);
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([
    200, 409, 409,
  ]);
  await give('support');
  expect((await read()).entries.every(({ isChangeable }) => !isChangeable)).toBe(true);
  for (const answer of [
    await add({ name: 'Other' }),
    await replace('name\nMine\n'),
    await alice.get('console/directory/table'),
  ])
    expect(answer.statusCode).toBe(403);
  await give('operator');
  bed.pass(15 * 60_000);
  for (const answer of [await add({ name: 'Other' }), await replace('name\nMine\n')])
    expect(answer.json()).toMatchObject({ errorCode: ERROR_CODES.confirmationNeeded });
});

test('D112 attack: a page that replaces the directory over and over is stopped before its table is read, and the console works', async () => {
  await bed.close();
  await start(true);
  const statuses: number[] = [];
  for (let index = 0; index < 22; index += 1) statuses.push((await replace('name\nLibrary')).statusCode);
  expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429, 429]);
  // Not even parsed.
  expect((await alice.post('console/directory/table', { table: 7 })).statusCode).toBe(429);
  expect(await names()).toEqual(['Library']);
  bed.pass(60_000);
  expect((await replace('name\nLibrary')).statusCode).toBe(200);
});
