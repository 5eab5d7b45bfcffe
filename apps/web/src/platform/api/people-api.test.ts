import { expect, test } from 'vitest';
import { createApiRequest } from './api-request.ts';
import { createPeopleApi } from './people-api.ts';

const silent = { debug: () => {}, info: () => {}, warn: () => {} };
const base = '/userApi/user/api';
const draft = {
  fname: 'Bo',
  sname: '',
  sipaddress: 'bo@demo.example',
  email: '',
  address: '',
  postNr: '',
  city: '',
};

function createScene(body: string, status = 200) {
  const asked: { address: string; init: RequestInit }[] = [];
  const fetch: typeof globalThis.fetch = async (address, init = {}) => {
    asked.push({ address: address as string, init });
    return new Response(body, { status });
  };
  return { api: createPeopleApi(createApiRequest({ server: '', log: silent, fetch })), asked };
}

test('CONTACT-13 CONTACT-14 CONTACT-16 API-19 a search sends its words and returns all fields', async () => {
  const wire = { id: 7, fname: 'Bo', sipaddress: 'bo@demo.example', imageUrl: 'bo.png', email: null };
  const { api, asked } = createScene(JSON.stringify({ contactList: [wire] }));
  expect(await api.searchContacts('t', '%')).toEqual({
    ok: true,
    value: [{ ...draft, id: '7', imageUrl: 'bo.png' }],
  });
  await api.searchContacts('t', 'Bo & co');
  expect(asked.map(({ address }) => address)).toEqual([
    `${base}/contacts/search?securityToken=t&searchString=%25`,
    `${base}/contacts/search?securityToken=t&searchString=Bo%20%26%20co`,
  ]);
});

test('SERVICE-01 SERVICE-02 API-18 services come from getPersistantContacts', async () => {
  const { api, asked } = createScene(
    '{"contactList":[{"id":1,"fname":"Echo","sipaddress":"echo@demo.example"}]}',
  );
  expect(await api.getServices('t')).toEqual({
    ok: true,
    value: [{ id: '1', fname: 'Echo', imageUrl: '', sipaddress: 'echo@demo.example' }],
  });
  expect(asked[0]?.address).toBe(`${base}/contacts/getPersistantContacts?securityToken=t`);
});

test.each(['OK', '', '<html>'])(
  'ERR-08 CONTACT-15 API-20 a delete answered 200 with %j has succeeded',
  async (body) => {
    const { api, asked } = createScene(body);
    expect(await api.deleteContact('t', '7')).toEqual({ ok: true, value: undefined });
    expect(asked[0]?.address).toBe(`${base}/contacts/delete?securityToken=t&phonebookId=7`);
  },
);

test.each([
  ['{"errorCode":5000}', 200],
  ['{"errorCode":2004}', 404],
  ['', 500],
])('ERR-08 A-005 a delete answered %s with status %i has failed', async (body, status) => {
  expect(await createScene(body, status).api.deleteContact('t', '7')).toMatchObject({ ok: false, status });
});

test('API-21 new and changed contacts are posted as JSON, the changed one with its id', async () => {
  const { api, asked } = createScene('{"id":"8"}');
  expect(await api.addContact('t', draft)).toEqual({ ok: true, value: undefined });
  await api.updateContact('t', '7', draft);
  expect(asked.map(({ address, init }) => [address, init.method, JSON.parse(init.body as string)])).toEqual([
    [`${base}/contacts/add?securityToken=t`, 'POST', draft],
    [`${base}/contacts/update?securityToken=t`, 'POST', { id: '7', ...draft }],
  ]);
});

test('DIRECTORY-07 DIRECTORY-09 API-26 API-27 entries, types and categories have an address each', async () => {
  const entry = {
    id: 1,
    name: 'Library',
    phone: '5',
    featured: true,
    hasChildren: false,
    type: { id: 1 },
    category: { id: 2 },
  };
  const group = [{ id: 1, name: 'Towns' }];
  const { api, asked } = createScene(JSON.stringify({ directory: [entry], types: group, categories: group }));
  expect(await api.getDirectory('t')).toEqual({ ok: true, value: [entry] });
  expect(await api.getDirectoryTypes('t')).toEqual({ ok: true, value: group });
  expect(await api.getDirectoryCategories('t')).toEqual({ ok: true, value: group });
  expect(asked.map(({ address }) => address.split('?')[0])).toEqual([
    `${base}/business_directory`,
    `${base}/business_directory/types`,
    `${base}/business_directory/categories`,
  ]);
});
