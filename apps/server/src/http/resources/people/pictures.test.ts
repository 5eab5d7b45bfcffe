import { smallJpeg } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { PICTURE_LIMITS } from '../../../domain/limits/limits.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../testing/test-app.ts';
import { signIn, type Visitor } from '../../testing/visitor.ts';

let server: TestApp;
let alice: Visitor;

beforeEach(async () => {
  server = await createTestApp();
  alice = await signIn(server, 'alice');
});
afterEach(() => server.close());

const put = (visitor: Visitor, path = 'pictures/own', bytes: Uint8Array = smallJpeg()) =>
  visitor.post(path, { picture: Buffer.from(bytes).toString('base64') });
const addressOf = async (visitor: Visitor, path?: string, bytes?: Uint8Array): Promise<string> =>
  (await put(visitor, path, bytes)).json<{ imageUrl: string }>().imageUrl;
const load = (url: string) => server.app.inject({ url });
const propertyOf = async (visitor: Visitor) =>
  (await visitor.get('user/getProperties'))
    .json<{ propertySet: { key: string; value: string }[] }>()
    .propertySet.find(({ key }) => key === 'PICTURE')?.value;
const namesSeenBy = async (visitor: Visitor) =>
  (await visitor.post('contacts/names', { addresses: ['alice@demo.example'] })).json<{ names: object[] }>()
    .names;
const accountOf = async (username: string) =>
  (await server.repositories.accounts.findByUsername(username)) ?? expect.fail('no account');

test('D67 the own picture is stored as it was sent, and colleagues get its address with the name', async () => {
  const imageUrl = await addressOf(alice);
  expect(imageUrl).toMatch(/^\/userApi\/user\/api\/pictures\/[\w-]{20,}$/);
  expect(await propertyOf(alice)).toBe(imageUrl);
  expect(await namesSeenBy(await signIn(server, 'bobby'))).toEqual([
    { address: 'alice@demo.example', name: 'Alice Demo', imageUrl },
  ]);
  const shown = await load(imageUrl);
  expect(shown.rawPayload).toEqual(Buffer.from(smallJpeg()));
  expect(shown.headers).toMatchObject({
    'content-type': 'image/jpeg',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': `private, max-age=${PICTURE_LIMITS.keptSeconds}, immutable`,
  });
});

test('D67 attack: another organisation gets no address, guessed ones give 404, and none can be set by hand', async () => {
  await addressOf(alice);
  expect(await namesSeenBy(await signIn(server, 'david'))).toEqual([]);
  for (const id of ['1', 'own', 'alice', 'x'.repeat(43), '..%2f..%2fbrand.json', 'x'.repeat(65)])
    expect([400, 404]).toContain((await load(`${BASE}pictures/${id}`)).statusCode);
  const elsewhere = { key: 'PICTURE', value: 'https://evil.example/x' };
  expect((await alice.post('user/setProperty', elsewhere)).statusCode).toBe(400);
});

test('D67 a new picture replaces the old one, whose address then gives 404, and so does a removal', async () => {
  const first = await addressOf(alice);
  const second = await addressOf(alice, undefined, smallJpeg(3));
  expect([(await load(first)).statusCode, (await load(second)).statusCode]).toEqual([404, 200]);
  expect((await alice.delete('pictures/own')).statusCode).toBe(200);
  expect([(await load(second)).statusCode, await propertyOf(alice)]).toEqual([404, undefined]);
});

test('D67 a picture of a contact is the imageUrl of the contact, and is deleted with it', async () => {
  const added = await alice.post('contacts/add', { sipaddress: 'asa@demo.example' });
  const { id } = added.json<{ id: string }>();
  const imageUrl = await addressOf(alice, `pictures/contacts/${id}`);
  const imageUrls = async () =>
    (await alice.get('contacts/search'))
      .json<{ contactList: { imageUrl: string }[] }>()
      .contactList.map((contact) => contact.imageUrl);
  expect(await imageUrls()).toEqual([imageUrl]);
  await alice.post('contacts/update', { id, sipaddress: 'asa@demo.example', fname: 'Åsa' });
  expect(await imageUrls()).toEqual([imageUrl]);
  await alice.get('contacts/delete', { phonebookId: id });
  expect((await load(imageUrl)).statusCode).toBe(404);
});

test('D67 the pictures of an account are deleted with the account', async () => {
  const imageUrl = await addressOf(alice);
  await server.repositories.accounts.remove((await accountOf('alice')).id);
  expect((await load(imageUrl)).statusCode).toBe(404);
});

test.each([
  ['text', new TextEncoder().encode('<script>alert(1)</script>')],
  ['a JPEG file with EXIF', smallJpeg(1, { segment: { marker: 0xe1, text: 'Exif' } })],
  ['a JPEG file with a script behind it', smallJpeg(1, { tail: '<script>' })],
  ['a JPEG file of another size', smallJpeg(1, { size: 512 })],
])('D67 attack: %s is refused', async (_name, bytes) => {
  expect((await put(alice, 'pictures/own', bytes)).statusCode).toBe(400);
  expect(await propertyOf(alice)).toBeUndefined();
});

test('D67 attack: an account can upload only so often', async () => {
  const codes: number[] = [];
  for (let count = 0; count <= PICTURE_LIMITS.uploads.burst; count += 1)
    codes.push((await put(alice)).statusCode);
  expect([codes.at(0), codes.at(-1)]).toEqual([200, 429]);
});

test('D67 an account keeps a limited number of pictures; one too many changes nothing', async () => {
  const { id: accountId } = await accountOf('alice');
  const { pictures } = server.repositories;
  const first = { id: 'first', accountId, contactId: undefined, content: 'AA', address: '/first' };
  expect(await pictures.replace(first, 1)).toBe(true);
  const added = await alice.post('contacts/add', { sipaddress: 'asa@demo.example' });
  const contactId = added.json<{ id: string }>().id;
  expect(await pictures.replace({ ...first, id: 'second', contactId }, 1)).toBe(false);
  expect(await pictures.replace({ ...first, id: 'third', address: '/third' }, 1)).toBe(true);
  expect([await propertyOf(alice), await pictures.find('first')]).toEqual(['/third', undefined]);
});

test('D67 where the feature is off no picture is taken', async () => {
  await server.close();
  server = await createTestApp({ brand: openBrand });
  alice = await signIn(server, 'alice');
  expect((await put(alice)).statusCode).toBe(400);
});
