import {
  CONTACTS_PER_ACCOUNT,
  contactListAnswerSchema,
  contactsOf,
  serviceListAnswerSchema,
} from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

let server: TestApp;
let alice: Visitor;

const asa = {
  fname: 'Åsa',
  sname: 'Öberg',
  sipaddress: 'asa@demo.example',
  email: 'asa.o@mail.example',
  address: 'Storgatan 1',
  postNr: '123 45',
  city: 'Lund',
};

beforeEach(async () => {
  server = await createTestApp();
  alice = await signIn(server, 'alice');
});
afterEach(() => server.close());

async function add(visitor: Visitor, contact: object): Promise<string> {
  const answer = await visitor.post('contacts/add', contact);
  expect(answer.statusCode).toBe(200);
  return answer.json<{ id: string }>().id;
}
const found = async (visitor: Visitor, searchString: string) =>
  contactsOf(contactListAnswerSchema.parse((await visitor.get('contacts/search', { searchString })).json()));

test('API-19 API-21 CONTACT-13 CONTACT-16 added contacts are in the list of %, with every field', async () => {
  const id = await add(alice, asa);
  const answer = await alice.get('contacts/search', { searchString: '%' });
  expect(answer.json()).toEqual({ contactList: [{ id, ...asa, imageUrl: '' }] });
  expect(await found(alice, '%')).toHaveLength(1);
});

test.each([
  ['asa', 1],
  ['ÖBERG', 1],
  ['oberg åsa', 1],
  ['mail.ex', 1],
  ['asa@demo', 1],
  ['Lund', 0],
  ['%%', 0],
  ['_sa', 0],
  ['\\', 0],
  ["' or 1=1 --", 0],
  ['   ', 1],
])('CONTACT-14 A-094 searching for %j finds %i', async (searchString, count) => {
  await add(alice, asa);
  expect(await found(alice, searchString)).toHaveLength(count);
});

test('CONTACT-14 a percent sign or an underscore is found only where there is one', async () => {
  await add(alice, { sname: '50% off_', sipaddress: 'shop@demo.example' });
  await add(alice, asa);
  for (const searchString of ['0%', 'off_']) expect(await found(alice, searchString)).toHaveLength(1);
});

test('CONTACT-09 CONTACT-11 A-018 values that the form refuses are refused with the name of the field, and not stored', async () => {
  for (const [field, value] of [
    ['sipaddress', ''],
    ['sipaddress', '  '],
    ['sipaddress', 'asa'],
    ['email', 'no address'],
    ['fname', '<b>'],
    ['city', 'x'.repeat(256)],
  ] as const) {
    const answer = await alice.post('contacts/add', { ...asa, [field]: value });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ errorCode: 2004, failureText: `Invalid value: ${field}` });
  }
  expect((await alice.post('contacts/add', {})).json()).toMatchObject({ errorCode: 2004 });
  expect(await found(alice, '%')).toEqual([]);
});

test('API-21 A-098 an update replaces the whole contact', async () => {
  const id = await add(alice, asa);
  const answer = await alice.post('contacts/update', { id, fname: ' Bo ', sipaddress: 'bo@demo.example' });
  expect(answer.json()).toEqual({ status: 'OK' });
  expect(await found(alice, 'bo')).toMatchObject([{ id, fname: 'Bo', sname: '', email: '' }]);
  expect(await found(alice, 'asa')).toEqual([]);
});

test('D53 a favourite stays one until a change says otherwise; other contacts do not mention it', async () => {
  const id = await add(alice, { ...asa, favourite: true });
  const other = await add(alice, { ...asa, sipaddress: 'other@demo.example' });
  const favourites = async () =>
    (await found(alice, '%')).filter(({ favourite }) => favourite === true).map((contact) => contact.id);
  expect(await favourites()).toEqual([id]);
  await alice.post('contacts/update', { ...asa, id, city: 'Malmö' });
  expect(await favourites()).toEqual([id]);
  await alice.post('contacts/update', { ...asa, id, favourite: false });
  await alice.post('contacts/update', { ...asa, id: other, favourite: true });
  expect(await favourites()).toEqual([other]);
});

test('API-20 A-013 a delete answers OK as text, a second one 404', async () => {
  const id = await add(alice, asa);
  const answer = await alice.get('contacts/delete', { phonebookId: id });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  expect(answer.body).toBe('OK');
  expect((await alice.get('contacts/delete', { phonebookId: id })).statusCode).toBe(404);
  expect((await alice.get('contacts/delete')).statusCode).toBe(400);
});

test('A-094 no account sees, changes or deletes the contacts of another account', async () => {
  const id = await add(alice, asa);
  const bobby = await signIn(server, 'bobby');
  expect(await found(bobby, '%')).toEqual([]);
  expect((await bobby.post('contacts/update', { ...asa, id, fname: 'Mallory' })).statusCode).toBe(404);
  expect((await bobby.get('contacts/delete', { phonebookId: id })).statusCode).toBe(404);
  expect(await found(alice, '%')).toMatchObject([{ fname: 'Åsa' }]);
});

test('a full address book accepts no more', async () => {
  const account = await server.repositories.accounts.findByUsername('alice');
  const many = Array.from({ length: CONTACTS_PER_ACCOUNT + 5 }, (_, index) => ({
    ...asa,
    fname: `No ${index}`,
  }));
  const added = await server.repositories.contacts.addAll(account?.id ?? '', many, CONTACTS_PER_ACCOUNT);
  expect(added).toBe(CONTACTS_PER_ACCOUNT);
  const answer = await alice.post('contacts/add', asa);
  expect(answer.json()).toMatchObject({ errorCode: 2004 });
});

test('API-18 SERVICE-01 SERVICE-02 an account gets the services of all organisations and of its own', async () => {
  const { contacts } = server.repositories;
  await contacts.replaceServices(1, [
    { fname: 'Only one', imageUrl: 'logo.svg', sipaddress: 'one@demo.example' },
  ]);
  const david = await signIn(server, 'david');
  const services = async (visitor: Visitor) =>
    serviceListAnswerSchema.parse((await visitor.get('contacts/getPersistantContacts')).json()).contactList;
  expect(await services(alice)).toContainEqual({
    id: expect.any(String),
    fname: 'Only one',
    imageUrl: 'logo.svg',
    sipaddress: 'one@demo.example',
  });
  expect(await services(alice)).toHaveLength(7);
  expect((await services(david)).map(({ sipaddress }) => sipaddress)).toEqual(
    ['echo', 'ivr', '112', 'noanswer', 'busy', 'reject'].map((user) => `${user}@demo.example`),
  );
});
