import { ERROR_CODES, type ListedServices, type Role, type ServiceToSave } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { TestApp } from '../../testing/test-app.ts';
import { BASE, createTestApp, openBrand } from '../../testing/test-app.ts';
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
const read = async (query: Record<string, string> = {}) =>
  (await alice.get('console/services', query)).json<ListedServices>();
const names = async (query?: Record<string, string>) =>
  (await read(query)).services.map(({ name }) => name).toSorted();
const library: ServiceToSave = { name: 'Library', address: 'library', image: '', organisation: 1 };
const add = (service: Partial<ServiceToSave> = {}) =>
  alice.post('console/services', { ...library, ...service });
const foundBy = async (username: string) => {
  const user = await signIn(bed, username);
  const answer = await user.get('contacts/getPersistantContacts');
  return answer.json<{ contactList: { fname: string }[] }>().contactList.map(({ fname }) => fname);
};
const audited = () => bed.events.filter(({ event }) => event.startsWith('service'));
const refusals = () => bed.events.filter(({ event }) => event === 'console_refused');

beforeEach(async () => {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true } } });
  await bed.repositories.contacts.replaceServices(undefined, [
    { fname: 'For all', sipaddress: 'echo', imageUrl: '' },
  ]);
  await bed.repositories.contacts.replaceServices(2, [
    { fname: 'Of two', sipaddress: 'ivr', imageUrl: '/branding/two.png' },
  ]);
  alice = await signIn(bed, 'alice');
  await give('operator');
});
afterEach(() => bed.close());

test('D112 an operator adds, changes and removes services, and users of the organisation find them', async () => {
  const { id } = (await add({ address: ' sip:Library@demo.example ' })).json<{ id: string }>();
  expect(await foundBy('alice')).toEqual(['For all', 'Library']);
  expect(await foundBy('david')).not.toContain('Library');
  expect((await alice.get(`console/services/${id}`)).json()).toEqual({
    id,
    name: 'Library',
    address: 'Library@demo.example',
    image: '',
    organisation: 1,
    isChangeable: true,
  });
  const changed = { name: 'City library', address: 'library', image: '/branding/library.svg' };
  expect((await alice.post(`console/services/${id}`, changed)).statusCode).toBe(200);
  expect(await foundBy('david')).toContain('City library');
  expect((await alice.delete(`console/services/${id}`)).statusCode).toBe(200);
  expect((await alice.delete(`console/services/${id}`)).statusCode).toBe(404);
  expect(await foundBy('alice')).toEqual(['For all']);
  expect(audited()).toEqual([
    { event: 'service_added', by: 'alice', address: '127.0.0.1', detail: 'organisation 1: Library' },
    {
      event: 'service_changed',
      by: 'alice',
      address: '127.0.0.1',
      detail: 'all organisations: City library',
    },
    {
      event: 'service_removed',
      by: 'alice',
      address: '127.0.0.1',
      detail: 'all organisations: City library',
    },
  ]);
});

test('D112 services are found by words without case and accents and by organisation, fifty at a time, each once', async () => {
  await add({ name: 'Åsa, räddning', address: '+46 8 123' });
  expect(await names({ search: 'RADDNING asa' })).toEqual(['Åsa, räddning']);
  expect(await names({ search: '46 123' })).toEqual(['Åsa, räddning']);
  expect(await names({ organisation: '2' })).toEqual(['For all', 'Of two']);
  expect(await names({ search: "'%_" })).toEqual([]);
  const many = Array.from({ length: 120 }, (_each, number) => ({
    fname: `Service ${number}`,
    sipaddress: 'echo',
    imageUrl: '',
  }));
  await bed.repositories.contacts.replaceServices(1, many);
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await read({ search: 'service', ...(after !== undefined && { after }) });
    seen.push(...page.services.map(({ name }) => name));
    after = page.next;
    expect(page.services.length).toBeLessThanOrEqual(50);
  } while (after !== undefined);
  expect(seen).toEqual(many.map(({ fname }) => fname));
});

test('D112 an administrator changes the services of the own organisation only, whatever the request names', async () => {
  const { services } = await read();
  const [ofAll, ofTwo] = ['For all', 'Of two'].map((name) => services.find((each) => each.name === name));
  await give('administrator');
  expect(await names()).toEqual(['For all']);
  expect((await add({ name: 'Own' })).statusCode).toBe(200);
  const own = (await read()).services.find(({ name }) => name === 'Own');
  expect(own).toMatchObject({ organisation: 1, isChangeable: true });
  expect((await read()).services[0]).toMatchObject({ name: 'For all', isChangeable: false });
  const attempts = [
    [await add({ organisation: 2 }), 403],
    [await alice.post('console/services', { name: 'All', address: 'echo', image: '' }), 403],
    [await alice.get('console/services', { organisation: '2' }), 403],
    [await alice.get(`console/services/${ofTwo?.id}`), 404],
    [await alice.post(`console/services/${ofTwo?.id}`, library), 404],
    [await alice.delete(`console/services/${ofTwo?.id}`), 404],
    [await alice.post(`console/services/${ofAll?.id}`, library), 403],
    [await alice.delete(`console/services/${ofAll?.id}`), 403],
    // The own service is not given to others either.
    [await alice.post(`console/services/${own?.id}`, { ...library, organisation: 2 }), 403],
  ] as const;
  expect(attempts.map(([{ statusCode }]) => statusCode)).toEqual(attempts.map(([, status]) => status));
  expect(refusals()).toHaveLength(attempts.length);
  await give('operator');
  expect(await names()).toEqual(['For all', 'Of two', 'Own']);
});

test('D112 support reads services, and a change needs the password', async () => {
  const [service] = (await read()).services;
  await give('support');
  expect((await read()).services.map(({ isChangeable }) => isChangeable)).toEqual([false, false]);
  expect((await add()).statusCode).toBe(403);
  expect((await alice.delete(`console/services/${service?.id}`)).statusCode).toBe(403);
  await give('operator');
  bed.pass(15 * 60_000);
  expect((await add()).json()).toMatchObject({ errorCode: ERROR_CODES.confirmationNeeded });
  expect((await alice.delete(`console/services/${service?.id}`)).json()).toMatchObject({
    errorCode: ERROR_CODES.confirmationNeeded,
  });
});

test('D112 forged and huge values are refused and say which one, and change nothing', async () => {
  const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
    [{ name: ' ' }, 'name'],
    [{ name: 'two\nlines' }, 'name'],
    [{ address: '' }, 'address'],
    [{ address: 'a@b@c' }, 'address'],
    [{ address: 'echo"><script>' }, 'address'],
    [{ address: 'echo\r\nVia: x' }, 'address'],
    [{ image: 'javascript:alert(1)' }, 'image'],
    [{ image: '//evil.example/x.png' }, 'image'],
    [{ image: 'http://plain.example/x.png' }, 'image'],
  ];
  for (const [value, field] of wrong) {
    const answer = await add(value);
    expect([value, answer.statusCode, answer.json().failureText]).toEqual([
      value,
      400,
      `Invalid value: ${field}`,
    ]);
  }
  for (const value of [
    { name: 'x'.repeat(256) },
    { image: `/${'x'.repeat(2000)}` },
    { organisation: -1 },
    { organisation: 1.5 },
    { organisation: '1' },
    { id: 'own' },
    { isChangeable: true },
  ])
    expect([value, (await add(value as object)).statusCode]).toEqual([value, 400]);
  for (const query of [{ after: 'x' }, { after: '1 2 3' }, { organisation: '1 or 1' }])
    expect((await alice.get('console/services', query as Record<string, string>)).statusCode).toBe(400);
  expect((await alice.get(`console/services/${'x'.repeat(65)}`)).statusCode).toBe(400);
  expect(await names()).toEqual(['For all', 'Of two']);
});

test('D112 a service that is sent twice is added once, also at the same moment, and a list has an end', async () => {
  const answers = await Promise.all([add(), add(), add()]);
  expect(answers.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([
    200, 409, 409,
  ]);
  expect((await add()).json()).toMatchObject({ errorCode: ERROR_CODES.alreadyListed });
  expect((await add({ organisation: 2 })).statusCode).toBe(200);
  const many = Array.from({ length: 1000 }, (_each, number) => ({
    fname: `Service ${number}`,
    sipaddress: 'echo',
    imageUrl: '',
  }));
  await bed.repositories.contacts.replaceServices(1, many);
  expect((await add()).json()).toMatchObject({ errorCode: ERROR_CODES.listFull });
  // What is in a full list can still be changed.
  const [first] = (await read({ search: 'service 0' })).services;
  expect((await alice.post(`console/services/${first?.id}`, library)).statusCode).toBe(200);
});

test('D112 without a login the services of the console are closed', async () => {
  for (const method of ['GET', 'POST'] as const) {
    const payload = method === 'POST' ? { payload: library } : {};
    const answer = await bed.app.inject({ method, url: `${BASE}console/services`, ...payload });
    expect(answer.statusCode).toBe(401);
  }
});
