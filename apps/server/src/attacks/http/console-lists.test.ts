import type { EntryToSave, KioskLinkMade, Role, ServiceToSave } from '@samtal/api-contract';
import { ERROR_CODES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from '../../http/testing/test-app.ts';
import type { Visitor } from '../../http/testing/visitor.ts';
import { signIn } from '../../http/testing/visitor.ts';

let bed: TestApp;
let alice: Visitor;

const idOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.id ?? expect.fail(username);
async function give(visitor: Visitor, username: string, role: Role): Promise<void> {
  await bed.repositories.accounts.changeRole(await idOf(username), role);
  await visitor.post('console/confirmation', { password: 'demo1234' });
}
const service: ServiceToSave = { name: 'Library', address: 'library', image: '', organisation: 1 };
const entry: EntryToSave = {
  name: 'Ferry',
  phone: '+46 8 123',
  type: 'Shop',
  category: 'Day',
  image: '',
  isFeatured: false,
  isHeading: false,
  organisation: 1,
};
const desk = { name: 'Desk', to: 'echo', days: 30, organisation: 1 };
const made = async (more: object = {}) =>
  (await alice.post('console/links', { ...desk, ...more })).json<KioskLinkMade>();
const enter = (address: string) =>
  requestsTo(bed.app).enter(new URL(address).searchParams.get('token') ?? '');
const eventsOf = (...names: string[]) => bed.events.filter(({ event }) => names.includes(event));

beforeEach(async () => {
  bed = await createTestApp({ brand: { ...openBrand, features: { console: true } } });
  alice = await signIn(bed, 'alice');
  await give(alice, 'alice', 'operator');
});
afterEach(() => bed.close());

/** Characters that turn, hide or break what stands beside them. */
const UNSEEN = ['\u0000', '\u0007', '\u0085', '\u2028', '\u202E', '\u2066', '\u200B', '\uFEFF', '\uD800'];

test('D112 no text of a service, an entry or a link turns, hides or breaks what stands beside it', async () => {
  for (const mark of UNSEEN) {
    const hidden = `a${mark}b`;
    const attempts = [
      ['name', await alice.post('console/services', { ...service, name: hidden })],
      ['address', await alice.post('console/services', { ...service, address: hidden })],
      ['image', await alice.post('console/services', { ...service, image: `/${hidden}` })],
      ['name', await alice.post('console/directory', { ...entry, name: hidden })],
      ['phone', await alice.post('console/directory', { ...entry, phone: hidden })],
      ['type', await alice.post('console/directory', { ...entry, type: hidden })],
      ['category', await alice.post('console/directory', { ...entry, category: hidden })],
      ['name', await alice.post('console/links', { ...desk, name: hidden })],
      ['to', await alice.post('console/links', { ...desk, to: hidden })],
      ['ref', await alice.post('console/links', { ...desk, ref: hidden })],
    ] as const;
    const table = await alice.post('console/directory/table', { table: `name\n${hidden}\n` });
    expect([mark, ...attempts.map(([, answer]) => answer.json().failureText)]).toEqual([
      mark,
      ...attempts.map(([field]) => `Invalid value: ${field}`),
    ]);
    expect([mark, table.statusCode]).toEqual([mark, 400]);
  }
  // Joiners and direction marks belong to names in scripts that need them.
  for (const name of ['می‌خواهم', '👩‍⚕️ Praxis', 'مكتب\u200F 7'])
    expect((await alice.post('console/services', { ...service, name })).statusCode).toBe(200);
});

test('D112 a place in a list that is made up leads to nothing that the role may not see, and is never an error of the server', async () => {
  for (const organisation of [1, 2]) {
    await alice.post('console/services', { ...service, organisation });
    await alice.post('console/directory', { ...entry, organisation });
    await made({ organisation });
  }
  await give(alice, 'alice', 'administrator');
  const zeros = '00000000-0000-0000-0000-000000000000';
  const places = [`0 ${zeros}`, '0 \u0000', "0 '--", `9999999999999999 ${'~'.repeat(64)}`, '1 \uD83D'];
  for (const list of ['services', 'directory', 'links'])
    for (const after of places) {
      const answer = await alice.get(`console/${list}`, { after });
      expect([list, after, answer.statusCode]).toEqual([list, after, 200]);
      const rows = Object.values(answer.json<Record<string, unknown>>()).find((each) => Array.isArray(each));
      for (const row of rows as { organisation?: number }[])
        expect([1, undefined]).toContain(row.organisation);
    }
  for (const after of ['-1 x', '1', ' ', '1e3 x', `1 ${'x'.repeat(65)}`, '99999999999999999 x', '1  x'])
    expect([after, (await alice.get('console/links', { after })).statusCode]).toEqual([after, 400]);
  for (const organisation of ['2', '02', '000000002'])
    expect((await alice.get('console/links', { organisation })).statusCode).toBe(403);
});

test('D112 two operators at the same moment end one link once, and change one entry without breaking it', async () => {
  const bobby = await signIn(bed, 'bobby');
  await give(bobby, 'bobby', 'operator');
  const { id, address } = await made();
  const ended = await Promise.all([alice, bobby, alice].map((each) => each.delete(`console/links/${id}`)));
  expect(ended.map(({ statusCode }) => statusCode).toSorted((one, two) => one - two)).toEqual([
    200, 404, 404,
  ]);
  expect(eventsOf('kiosk_link_ended')).toHaveLength(1);
  expect((await enter(address)).json()).toEqual({ errorCode: ERROR_CODES.tokenExpired });
  const path = `console/directory/${(await alice.post('console/directory', entry)).json<{ id: string }>().id}`;
  const answers = await Promise.all([
    alice.delete(path),
    bobby.delete(path),
    alice.post(path, { ...entry, type: 'Of alice' }),
    bobby.post(path, { ...entry, type: 'Of bobby' }),
  ]);
  const [one, two, ...changes] = answers.map(({ statusCode }) => statusCode);
  expect(new Set([one, two])).toEqual(new Set([200, 404]));
  for (const status of changes) expect([200, 404]).toContain(status);
  // Nothing of it is left.
  expect((await alice.get('console/directory/groups')).json().types.join()).not.toContain('Of ');
  expect((await alice.get('console/directory', { search: 'ferry' })).json().entries).toEqual([]);
});

test('D112 a role that is taken while requests wait stops those that come after', async () => {
  const { id } = await made();
  const bobby = await signIn(bed, 'bobby');
  await give(bobby, 'bobby', 'operator');
  let goOn = (): void => undefined;
  const isTaken = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const turn = bed.context.turns.inTurn('console', () => isTaken);
  const waiting = Promise.all([
    bobby.delete(`console/links/${id}`),
    bobby.delete('console/links'),
    bobby.post('console/services', service),
    bobby.post('console/links', desk),
  ]);
  await bed.repositories.accounts.changeRole(await idOf('bobby'), undefined);
  goOn();
  await turn;
  for (const { statusCode } of await waiting) expect(statusCode).toBe(403);
  expect((await alice.get('console/links')).json().links).toHaveLength(1);
});

test('D112 a session that began with a link never opens the console, also when the account gets a role later', async () => {
  const { address } = await made({ username: 'bobby' });
  const { securityToken } = (await enter(address)).json<{ securityToken: string }>();
  // A link without a row, as those from before the console.
  const unlisted = await bed.context.kioskTokens.mint({ to: 'echo', username: 'bobby' }, DAY_MS);
  const older = (await requestsTo(bed.app).enter(unlisted)).json<{ securityToken: string }>();
  await bed.repositories.accounts.changeRole(await idOf('bobby'), 'operator');
  for (const token of [securityToken, older.securityToken])
    for (const path of ['console/access', 'console/people', 'console/links', 'console/audit']) {
      const answer = await alice.get(path, { securityToken: token });
      expect([path, answer.statusCode, answer.json().errorCode]).toEqual([path, 403, ERROR_CODES.notAllowed]);
    }
  expect(eventsOf('console_refused').at(-1)).toMatchObject({
    account: 'bobby',
    detail: expect.stringMatching(/ link$/),
  });
  expect((await (await signIn(bed, 'bobby')).get('console/access')).statusCode).toBe(200);
});

test('D112 a session that began with a link makes no password or address that stays when the link ends', async () => {
  const { address } = await made({ username: 'bobby' });
  const { securityToken } = (await enter(address)).json<{ securityToken: string }>();
  const change = async (key: string, value: string, more: object = {}) =>
    (await requestsTo(bed.app).post('user/setProperty', { key, value, ...more }, { securityToken })).json();
  const wrong = { errorCode: ERROR_CODES.wrongCredentials };
  for (const more of [{}, { currentPassword: '' }, { currentPassword: 'Winter1glove' }]) {
    expect(await change('PASSWORD', 'Winter1glove', more)).toEqual(wrong);
    expect(await change('EMAIL', 'eve@mail.example', more)).toEqual(wrong);
  }
  expect(bed.mails).toEqual([]);
  expect(await change('CITY', 'Lund')).toEqual({ status: 'OK' });
  expect(await change('PASSWORD', 'Winter1glove', { currentPassword: 'demo1234' })).toMatchObject({
    status: 'OK',
  });
});

test('D112 the end of a link that logs in as a person ends the sessions that it opened, and no others', async () => {
  const [one, two] = [await made({ username: 'bobby' }), await made({ name: 'Two', username: 'bobby' })];
  const openedBy = async ({ address }: KioskLinkMade) =>
    (await enter(address)).json<{ securityToken: string }>().securityToken;
  const [first, second] = [await openedBy(one), await openedBy(two)];
  const bobby = await signIn(bed, 'bobby');
  const isIn = async (securityToken: string) =>
    (await alice.get('user/getProperties', { securityToken })).statusCode === 200;
  expect([await isIn(first), await isIn(second), await isIn(bobby.securityToken)]).toEqual([
    true,
    true,
    true,
  ]);
  expect((await alice.delete(`console/links/${one.id}`)).statusCode).toBe(200);
  expect([await isIn(first), await isIn(second), await isIn(bobby.securityToken)]).toEqual([
    false,
    true,
    true,
  ]);
});
