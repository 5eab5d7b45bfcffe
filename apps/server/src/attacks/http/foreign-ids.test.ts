import { smallJpeg } from '@samtal/test-kit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../http/testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../http/testing/test-app.ts';
import type { Visitor } from '../../http/testing/visitor.ts';
import { signIn } from '../../http/testing/visitor.ts';
import { createMessageStore } from '../../mailbox/message-store.ts';

/** Routes that need no session; other tests check their answers. */
const open = [
  'GET openapi.json',
  'POST user/login',
  'POST user/secondFactor/challenge',
  'GET user/getOrgSettings',
  'POST signUp/validateByKey',
  'POST signUp/create',
  'POST signUp/verify/:userId/:verificationKey',
  'GET user/requestResetPassword',
  'POST user/requestResetPassword',
  'GET user/setNewPassword',
  'POST user/setNewPassword',
  'GET captcha/new',
  'GET pictures/:id',
  'GET user/export',
  'POST push/calls/ringing',
  'POST push/calls/reject',
];
/** Routes about the account of the session, without the id of an object. */
const own = [
  'GET user/logout',
  'GET user/getProperties',
  'POST user/export',
  'POST user/deletion',
  'GET user/provider',
  'POST user/provider/ticket',
  'POST user/provider/disconnect',
  'GET user/secondFactor',
  'POST user/secondFactor/app',
  'POST user/secondFactor/app/confirmation',
  'POST user/secondFactor/recoveryCodes',
  'POST user/secondFactor/passkeys/options',
  'POST user/secondFactor/passkeys',
  'GET user/setProperty',
  'POST user/setProperty',
  'GET user/getSystemSettingsForUser',
  'GET user/webSettings',
  'POST user/webSettings/:key',
  'GET contacts/getPersistantContacts',
  'GET contacts/search',
  'POST contacts/add',
  'POST contacts/names',
  'POST pictures/own',
  'DELETE pictures/own',
  'GET business_directory',
  'GET business_directory/types',
  'GET business_directory/categories',
  'GET messages',
  'POST messages/deleteReadMessages',
  'GET history',
  'DELETE history',
  'GET events',
  'GET iceServers',
  'GET push/key',
  'PUT push/subscription',
  'DELETE push/subscription',
];
/** Routes with the id of an object. */
const named = [
  'POST contacts/update',
  'GET contacts/delete',
  'PUT messages/:messageNumber/markAsRead',
  'DELETE messages/:messageNumber',
  'GET history/:id',
  'POST history',
  'DELETE history/:id',
  'POST pictures/contacts/:id',
  'DELETE pictures/contacts/:id',
  'POST user/secondFactor/removal',
];
/**
 * Routes of the console, which reach other accounts by a role (decision D98); `console.test.ts` shows how far. Each with
 * its body, which may have no other keys.
 */
const ofConsole: Readonly<Record<string, object | undefined>> = {
  'GET console/access': undefined,
  'POST console/confirmation': { password: 'demo1234' },
  'GET console/audit': undefined,
  'GET console/audit/table': undefined,
  'GET console/calls': undefined,
  'GET console/calls/numbers': undefined,
  'GET console/calls/table': undefined,
  'GET console/settings': undefined,
  'POST console/settings': { organisation: 1, key: 'GEO_UPDATE_LIMIT' },
  'GET console/people': undefined,
  'POST console/people': { username: 'new.person' },
  'GET console/people/:id': undefined,
  'GET console/people/:id/contents': undefined,
  'POST console/people/:id/status': { status: 'disabled' },
  'POST console/people/:id/logOut': {},
  'POST console/people/:id/passwordLink': { isMailed: false },
  'POST console/people/:id/role': { role: 'operator' },
  'DELETE console/people/:id/secondFactor': undefined,
  'DELETE console/people/:id': undefined,
  'GET console/services': undefined,
  'POST console/services': { name: 'Own', address: 'echo', image: '' },
  'GET console/services/:id': undefined,
  'POST console/services/:id': { name: 'Own', address: 'echo', image: '' },
  'DELETE console/services/:id': undefined,
  'GET console/directory': undefined,
  'GET console/directory/groups': undefined,
  'GET console/directory/table': undefined,
  'POST console/directory/table': { table: 'name' },
  'GET console/directory/:id': undefined,
  'POST console/directory': {
    name: 'Own',
    phone: '',
    type: '',
    category: '',
    image: '',
    isFeatured: false,
    isHeading: false,
  },
  'POST console/directory/:id': {
    name: 'Own',
    phone: '',
    type: '',
    category: '',
    image: '',
    isFeatured: false,
    isHeading: false,
  },
  'DELETE console/directory/:id': undefined,
  'GET console/links': undefined,
  'GET console/links/:id': undefined,
  'GET console/links/:id/address': undefined,
  'POST console/links': { name: 'Own', to: 'echo', days: 1, organisation: 1 },
  'DELETE console/links/:id': undefined,
  'DELETE console/links': undefined,
  'GET console/table': undefined,
  'POST console/table': { headings: ['username'], rows: [] },
};

let bed: TestApp;
let routes: string[];
let alice: Visitor;
let david: Visitor;

beforeEach(async () => {
  routes = [];
  bed = await createTestApp({
    brand: { ...openBrand, features: { pictures: true } },
    extend: (app) =>
      app.addHook('onRoute', ({ method, url }) => {
        if (url.startsWith(BASE) && method !== 'HEAD')
          routes.push(`${String(method)} ${url.slice(BASE.length)}`);
      }),
  });
  alice = await signIn(bed, 'alice');
  david = await signIn(bed, 'david');
});
afterEach(() => bed.close());

const call = { type: 'outgoing', answered: true, outcome: 'endedLocal', sipAddress: 'echo@demo.example' };
const record = { ...call, contactName: '', receivedText: 'hers', sentText: '', transcript: [], duration: 1 };

/** All data of alice, as the API returns it to her. */
async function belongings() {
  const lists = [
    'contacts/search',
    'messages',
    'history',
    'user/webSettings',
    'user/getProperties',
    'user/secondFactor',
  ];
  return Promise.all(lists.map(async (path) => (await alice.get(path)).json<unknown>()));
}

async function furnish(): Promise<{ contact: string; message: number; passkey: string }> {
  const contact = (await alice.post('contacts/add', { sipaddress: 'asa@demo.example' })).json<{
    id: string;
  }>();
  await alice.post('history', { ...record, id: 'hers', timestamp: Date.now() });
  const store = createMessageStore(bed.repositories, bed.context.changes);
  const caller = { address: 'bobby@demo.example', name: 'Bobby' };
  const id = await store.open({ callee: 'alice@demo.example', caller, at: Date.now() });
  await store.update(id, 'for alice');
  await store.close(id);
  const [message] = (await alice.get('messages')).json<{ messageNumber: number }[]>();
  await bed.app.inject({
    method: 'POST',
    url: `${BASE}user/webSettings/WEB_BANDWIDTH`,
    query: { securityToken: alice.securityToken },
    headers: { 'content-type': 'text/plain' },
    payload: 'low',
  });
  const alicesId = (await bed.repositories.accounts.findByUsername('alice'))?.id ?? '';
  const passkey = { id: 'passkey-of-alice', name: 'Hers', credentialId: 'c', publicKey: 'k', signCount: 0 };
  await bed.repositories.secondFactors.addPasskey(
    alicesId,
    { ...passkey, transports: [], addedAt: 1, lastUsedAt: undefined },
    { most: 10, hashes: ['h'], hasStep: false },
  );
  return {
    contact: contact.id,
    message: message?.messageNumber ?? expect.fail('no message'),
    passkey: passkey.id,
  };
}

test('A-094 david gets 404 for the ids of alice on every call that takes one, and her data stays unchanged', async () => {
  const { contact, message, passkey } = await furnish();
  const before = await belongings();
  const taken = { id: contact, sipaddress: 'david@demo.example', fname: 'Taken' };
  const attempts = [
    await david.post('contacts/update', taken),
    await david.get('contacts/delete', { phonebookId: contact }),
    await david.put(`messages/${message}/markAsRead`),
    await david.delete(`messages/${message}`),
    await david.get('history/hers'),
    await david.delete('history/hers'),
    await david.post(`pictures/contacts/${contact}`, {
      picture: Buffer.from(smallJpeg()).toString('base64'),
    }),
    await david.delete(`pictures/contacts/${contact}`),
    await david.post('user/secondFactor/removal', { password: 'demo1234', factor: passkey }),
  ];
  for (const { statusCode, body } of attempts) {
    expect(statusCode).toBe(404);
    expect(body).not.toContain('hers');
  }
  // Clients choose the ids of call records: the same id in two accounts is two records.
  const forged = { ...record, id: 'hers', receivedText: 'forged', timestamp: Date.now() };
  expect((await david.post('history', forged)).statusCode).toBe(200);
  expect(await belongings()).toEqual(before);
});

test('deleting and changing all data of david does not change the data of alice', async () => {
  await furnish();
  const before = await belongings();
  for (const answer of [
    await david.delete('history'),
    await david.post('messages/deleteReadMessages'),
    await david.post('user/setProperty', { key: 'USER_ID', value: 'alice' }),
    await david.post('user/setProperty', { key: 'USERNAME', value: 'alice' }),
    await david.post('user/setProperty', { key: 'SIP_ADDRESS', value: 'alice@demo.example' }),
    await david.post('user/setProperty', { key: 'ORG_ID', value: '1' }),
  ])
    expect([200, 400]).toContain(answer.statusCode);
  const now = (await david.get('user/getProperties')).json<{
    propertySet: { key: string; value: string }[];
  }>();
  expect(now.propertySet).toContainEqual({ key: 'USERNAME', value: 'david' });
  expect(now.propertySet).toContainEqual({ key: 'SIP_ADDRESS', value: 'david@demo.example' });
  expect(await belongings()).toEqual(before);
});

test('these lists name every call of the user API, and all but the open ones need a session', async () => {
  expect(routes.toSorted()).toEqual([...open, ...own, ...named, ...Object.keys(ofConsole)].toSorted());
  for (const route of [...own, ...named, ...Object.keys(ofConsole)]) {
    const [method, path = ''] = route.split(' ');
    const url = `${BASE}${path.replace(/:\w+/, '1')}`;
    const instance = '11111111-1111-4111-8111-111111111111';
    const valid = {
      ...record,
      id: '1',
      timestamp: 1,
      key: 'CITY',
      value: 'x',
      phonebookId: '1',
      addresses: [],
      picture: 'AAAA',
      password: 'demo1234',
      purpose: 'connect',
      returnPath: '/',
      code: '123456',
      name: 'x',
      factor: 'app',
      passkey: {
        id: 'a',
        rawId: 'a',
        type: 'public-key',
        clientExtensionResults: {},
        response: { clientDataJSON: 'a', attestationObject: 'a', authenticatorData: 'a', signature: 'a' },
      },
      endpoint: 'https://fcm.googleapis.com/x',
      keys: { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) },
      instance,
      staysLoggedIn: true,
      language: 'en',
    };
    for (const securityToken of [
      '',
      'made-up',
      `${alice.securityToken}x`,
      alice.securityToken.toUpperCase(),
    ]) {
      const answer = await bed.app.inject({
        method: method === 'GET' ? 'GET' : method === 'PUT' ? 'PUT' : method === 'DELETE' ? 'DELETE' : 'POST',
        url,
        query: { securityToken, key: 'CITY', value: 'x', phonebookId: '1', instance },
        ...((method === 'POST' || method === 'PUT') && {
          payload: path.startsWith('user/webSettings')
            ? 'low'
            : JSON.stringify(ofConsole[route] ?? { ...valid, sipaddress: 'a@b.example' }),
          headers: {
            'content-type': path.startsWith('user/webSettings') ? 'text/plain' : 'application/json',
          },
        }),
      });
      expect([route, answer.statusCode, answer.json().errorCode]).toEqual([route, 401, 1003]);
    }
  }
});

test('API-06 after logout no call accepts the token', async () => {
  await alice.get('user/logout');
  for (const path of [
    'user/getProperties',
    'user/logout',
    'contacts/search',
    'messages',
    'history',
    'events',
    'iceServers',
  ])
    expect((await alice.get(path)).statusCode).toBe(401);
  for (const [path, payload] of [
    ['contacts/add', { sipaddress: 'a@b.example' }],
    ['user/setProperty', { key: 'CITY', value: 'Lund' }],
  ] as const)
    expect((await alice.post(path, payload)).statusCode).toBe(401);
});
