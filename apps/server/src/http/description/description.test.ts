import { createConfig, lintFromString } from '@redocly/openapi-core';
import { PATHS } from '@samtal/api-contract';
import { smallJpeg } from '@samtal/test-kit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMessageStore } from '../../mailbox/message-store.ts';
import { wholeList } from '../../storage/repositories/in-pages.ts';
import { unreachableProvider } from '../testing/provider-settings.ts';
import type { TestApp } from '../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../testing/test-app.ts';
import { signIn, type Visitor } from '../testing/visitor.ts';
import { apiDocument } from './api-document.ts';
import { completeDescription, OPERATIONS } from './complete-description.ts';
import type { Example } from './operation.ts';

const brand = {
  ...openBrand,
  features: { pictures: true, ownData: true, webPush: true, console: true, secondFactor: true },
};
const turn = { urls: ['turn:turn.example:3478'], secret: 'x'.repeat(32), lifetimeSeconds: 43_200 };

/** Without an example: what they need is in a mail, in a push, or in another answer, or the answer does not end. */
const WITHOUT = [
  'POST signUp/verify/{userId}/{verificationKey}',
  'GET user/setNewPassword',
  'POST user/setNewPassword',
  'GET pictures/{id}',
  'GET events',
  'POST push/calls/ringing',
  'POST push/calls/reject',
  'POST user/secondFactor/app/confirmation',
  'POST user/secondFactor/recoveryCodes',
  'POST user/secondFactor/passkeys',
  'POST user/secondFactor/removal',
  'POST user/secondFactor/challenge',
  'DELETE console/people/{id}/secondFactor',
];

let bed: TestApp;
let served: string;

beforeAll(async () => {
  bed = await createTestApp({ brand: openBrand });
  served = (await bed.app.inject(`${BASE}${PATHS.openApi}`)).body;
});
afterAll(() => bed.close());

test('D97 the description is valid OpenAPI 3.1, and the linter has nothing to say', async () => {
  expect(JSON.parse(served).openapi).toBe('3.1.0');
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source: served, absoluteRef: 'openapi.json', config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('D97 each operation has a name of its own, a summary, a tag and its errors', () => {
  const names = Object.values(OPERATIONS).map(({ id }) => id);
  expect(new Set(names).size).toBe(names.length);
  for (const { id, summary, errors = {} } of Object.values(OPERATIONS)) {
    expect(id).toMatch(/^[a-z][A-Za-z]+$/);
    expect(summary).toMatch(/^[A-Z].*[^.]$/);
    for (const status of Object.keys(errors)) expect(Number(status)).toBeGreaterThanOrEqual(400);
  }
});

test('D97 a route without a description, and a description without its route, stop the start', () => {
  const made = { openapi: '3.1.0', info: {}, paths: { [`${BASE}new/route`]: { get: {} } } };
  expect(() => completeDescription(made, 'Samtal')).toThrow(
    'http/description says nothing about GET new/route',
  );
  expect(() => completeDescription({ ...made, paths: {} }, 'Samtal')).toThrow(
    'texts without a route: POST user/login',
  );
});

test('D97 docs/api.md is made from the description (vitest -u writes it)', async () => {
  await expect(apiDocument(JSON.parse(served))).toMatchFileSnapshot('../../../../../docs/api.md');
});

test('D97 each operation has an example, except where a request alone shows nothing', () => {
  const without = Object.entries(OPERATIONS).filter(([, { example }]) => example === undefined);
  expect(without.map(([key]) => key).toSorted()).toEqual(WITHOUT.toSorted());
});

/** The form of a JSON value: its type, and the form of what is in it. An empty list fits any list. */
function isOfForm(value: unknown, example: unknown): boolean {
  if (Array.isArray(example))
    return (
      Array.isArray(value) && (example.length === 0 || value.every((each) => isOfForm(each, example[0])))
    );
  if (typeof example !== 'object' || example === null) return typeof value === typeof example;
  return (
    typeof value === 'object' &&
    value !== null &&
    Object.entries(example).every(
      ([key, part]) => Object.hasOwn(value, key) && isOfForm(Reflect.get(value, key), part),
    )
  );
}

let fresh: TestApp;
let alice: Visitor;

/** What an example needs, and the values that stand for those that only the server knows. */
async function prepare(key: string): Promise<Partial<Example>> {
  const contact = () =>
    alice.post('contacts/add', { sipaddress: 'bobby@demo.example', fname: 'Bobby', favourite: true });
  const picture = { picture: Buffer.from(smallJpeg()).toString('base64') };
  const { repositories, context } = fresh;
  if (key === 'GET user/export') {
    const { ticket } = (await alice.post('user/export', { password: 'demo1234' })).json();
    return { query: { ticket } };
  }
  if (key.includes('ResetPassword')) {
    const account = await repositories.accounts.findByUsername('alice');
    await repositories.accounts.setProperty(account?.id ?? '', { key: 'EMAIL', value: 'alice@mail.example' });
  }
  if (key.includes(' console/')) {
    const operator = await repositories.accounts.findByUsername('alice');
    await repositories.accounts.changeRole(operator?.id ?? '', 'operator');
    await alice.post('console/confirmation', { password: 'demo1234' });
    if (key.includes('services/{id}')) {
      const [service] = await wholeList(repositories.serviceList.all());
      return { params: { id: service?.id ?? '' } };
    }
    if (key.includes('directory/{id}')) {
      const [entry] = await wholeList(repositories.directoryList.all());
      return { params: { id: entry?.id ?? '' } };
    }
    if (key.includes('links/{id}')) {
      const made = await alice.post(
        'console/links',
        OPERATIONS['POST console/links']?.example?.body as object,
      );
      return { params: { id: made.json().id } };
    }
    if (key.includes('{id}'))
      return { params: { id: (await repositories.accounts.findByUsername('bobby'))?.id ?? '' } };
  }
  if (key === 'GET contacts/search') await contact();
  if (key === 'POST contacts/update')
    return { body: { ...(OPERATIONS[key]?.example?.body as object), id: (await contact()).json().id } };
  if (key === 'GET contacts/delete') return { query: { phonebookId: (await contact()).json().id } };
  if (key === 'POST pictures/own') return { body: picture };
  if (key.endsWith('pictures/contacts/{id}')) {
    const { id } = (await contact()).json();
    if (key.startsWith('DELETE')) await alice.post(`pictures/contacts/${id}`, picture);
    return { params: { id }, ...(key.startsWith('POST') && { body: picture }) };
  }
  if (key === 'DELETE pictures/own') await alice.post('pictures/own', picture);
  if (key.includes(' messages')) {
    const store = createMessageStore(repositories, context.changes);
    const caller = { address: 'bobby@demo.example', name: 'Bobby' };
    const id = await store.open({ callee: 'alice@demo.example', caller, at: Date.now() });
    await store.update(id, 'Call me back.');
    await store.close(id);
  }
  if (key.includes(' history') && !key.startsWith('POST'))
    await alice.post('history', {
      ...(OPERATIONS['POST history']?.example?.body as object),
      timestamp: Date.now(),
    });
  return {};
}

beforeEach(async ({ task }) => {
  if (!task.name.includes('the example of')) return;
  fresh = await createTestApp({ brand, turn, provider: unreachableProvider });
  alice = await signIn(fresh, 'alice');
});

test.each(Object.entries(OPERATIONS).filter(([key]) => !WITHOUT.includes(key)))(
  'D97 the example of %s works as described',
  async (key, { example, access }) => {
    const used = { ...example, ...(await prepare(key)) };
    const [method = '', template = ''] = key.split(' ');
    const path = template.replaceAll(/\{(\w+)\}/g, (_all, name) =>
      encodeURIComponent(used.params?.[name] ?? ''),
    );
    const request = {
      method: method as 'GET',
      url: `${BASE}${path}`,
      query: { ...used.query, ...(access === 'session' && { securityToken: alice.securityToken }) },
      ...(typeof used.body === 'string' && { headers: { 'content-type': 'text/plain' } }),
      ...(used.body !== undefined && { payload: used.body as object }),
    };
    const answer = await fresh.app.inject(request);
    expect([answer.statusCode, answer.body.slice(0, 300)]).toEqual([200, expect.any(String)]);
    const isText =
      typeof example?.answer === 'string' &&
      (example.answer === answer.body || String(answer.headers['content-type']).startsWith('text/csv'));
    const value: unknown = isText ? answer.body : answer.json();
    expect(isOfForm(value, example?.answer), JSON.stringify(value)).toBe(true);
    if (access === 'session') {
      const refused = await fresh.app.inject({ ...request, query: { ...used.query } });
      expect(refused.statusCode).toBe(401);
    }
    await fresh.close();
  },
);
