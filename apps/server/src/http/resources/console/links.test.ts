import { ERROR_CODES, type KioskLinkMade, type KioskLinks, type Role } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../testing/requests.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from '../../testing/test-app.ts';
import type { Visitor } from '../../testing/visitor.ts';
import { signIn } from '../../testing/visitor.ts';

const features = { console: true };

let bed: TestApp;
let alice: Visitor;

const idOf = async (username: string) =>
  (await bed.repositories.accounts.findByUsername(username))?.id ?? expect.fail(username);
/** Gives alice, who is of organisation 1, a role. */
const give = async (role: Role) => {
  await bed.repositories.accounts.changeRole(await idOf('alice'), role);
  await alice.post('console/confirmation', { password: 'demo1234' });
};
async function start(brand: object = {}): Promise<void> {
  bed = await createTestApp({ brand: { ...openBrand, features, ...brand } });
  alice = await signIn(bed, 'alice');
  await give('operator');
}
const desk = { name: 'Desk', to: 'echo', days: 30, organisation: 1 };
const make = (more: object = {}) => alice.post('console/links', { ...desk, ...more });
const made = async (more: object = {}) => (await make(more)).json<KioskLinkMade>();
const read = async (query?: Record<string, string>) =>
  (await alice.get('console/links', query)).json<KioskLinks>();
const tokenIn = (address: string) => new URL(address).searchParams.get('token') ?? '';
/** Opens a link, as its page does. */
const enter = (address: string) => requestsTo(bed.app).enter(tokenIn(address));
const refusals = () => bed.events.filter(({ event }) => event === 'console_refused');

beforeEach(() => start());
afterEach(() => bed.close());

test('D112 a link is made, listed, shown again and ended; then it logs in no more', async () => {
  const { id, address, isKnown } = await made({ ivr: '1,2', ref: 'desk 7' });
  expect(isKnown).toBe(true);
  expect((await enter(address)).json().uri).toMatch(/^sip:anonymous-/);
  const { links, isOn, mayMake } = await read();
  expect([isOn, mayMake]).toEqual([true, true]);
  expect(links).toEqual([
    {
      id,
      name: 'Desk',
      to: 'echo@demo.example',
      ivr: '1,2',
      ref: 'desk 7',
      organisation: 1,
      madeBy: 'alice',
      madeAt: expect.any(Number),
      expiresAt: expect.any(Number),
      isChangeable: true,
      isShown: true,
    },
  ]);
  expect(JSON.stringify(links)).not.toContain('token');
  expect((await alice.get(`console/links/${id}`)).json()).toEqual(links[0]);
  bed.pass(60_000);
  expect((await alice.get(`console/links/${id}/address`)).json()).toEqual({ address });
  expect((await alice.delete(`console/links/${id}`)).statusCode).toBe(200);
  expect((await alice.delete(`console/links/${id}`)).statusCode).toBe(404);
  expect((await alice.get(`console/links/${id}/address`)).statusCode).toBe(404);
  expect((await enter(address)).json()).toEqual({ errorCode: ERROR_CODES.tokenExpired });
  expect((await read()).links).toEqual([]);
  const by = { by: 'alice', address: '127.0.0.1' };
  expect(bed.events.filter(({ event }) => event.startsWith('kiosk_link'))).toEqual([
    { event: 'kiosk_link_minted', ...by, detail: 'organisation 1: Desk, echo@demo.example' },
    { event: 'kiosk_link_shown', ...by, detail: 'organisation 1: Desk' },
    { event: 'kiosk_link_ended', ...by, detail: 'organisation 1: Desk' },
  ]);
});

test('D112 a link works for its days and is then no longer listed, and an unknown callee is said', async () => {
  const { id, address, isKnown } = await made({ to: 'alise', days: 2 });
  expect(isKnown).toBe(false);
  bed.pass(2 * DAY_MS);
  expect((await enter(address)).json()).toEqual({ errorCode: ERROR_CODES.tokenExpired });
  alice = await signIn(bed, 'alice');
  await give('operator');
  expect((await read()).links).toEqual([]);
  expect((await alice.get(`console/links/${id}/address`)).statusCode).toBe(404);
});

test('D112 a link of a person logs in as this account only, and ends with it', async () => {
  const { address } = await made({ username: 'bobby' });
  expect((await enter(address)).json()).toMatchObject({ uri: 'sip:bobby@demo.example' });
  expect((await read()).links[0]).toMatchObject({ username: 'bobby' });
  const bobby = await bed.repositories.accounts.findByUsername('bobby');
  await bed.repositories.accounts.changeRole(bobby?.id ?? '', 'support');
  // A link does not give a role that came after it.
  expect((await enter(address)).json()).toEqual({ errorCode: ERROR_CODES.tokenInvalid });
  await bed.repositories.accounts.changeRole(bobby?.id ?? '', undefined);
  expect((await enter(address)).statusCode).toBe(200);
  await bed.repositories.accounts.remove(bobby?.id ?? '');
  await bed.repositories.accounts.add({
    kind: 'person',
    username: 'bobby',
    passwordHash: undefined,
    organisationId: 1,
    status: 'active',
    addresses: ['bobby@demo.example'],
    properties: [],
  });
  expect((await enter(address)).json()).toEqual({ errorCode: ERROR_CODES.tokenExpired });
  expect((await read()).links).toEqual([]);
});

test('D112 no link logs in as an account with a role, as a server agent, or as none', async () => {
  for (const username of ['echo', 'nobody', '', 'anonymous'])
    expect([username, (await make({ username })).statusCode]).toEqual([username, 400]);
  expect((await make({ username: 'alice' })).json()).toMatchObject({ errorCode: ERROR_CODES.notPossible });
  const signed = await bed.context.kioskTokens.mint({ to: 'echo', username: 'alice' }, DAY_MS);
  expect((await requestsTo(bed.app).enter(signed)).json()).toEqual({ errorCode: ERROR_CODES.tokenInvalid });
  expect((await read()).links).toEqual([]);
});

test('D112 an administrator makes anonymous links of the own organisation only, whatever the request names', async () => {
  const two = await made({ name: 'Two', organisation: 2 });
  const ofPerson = await made({ name: 'Person', username: 'bobby' });
  await give('administrator');
  expect((await read()).links.map(({ name, isShown }) => [name, isShown])).toEqual([['Person', false]]);
  const attempts = [
    [await make({ organisation: 2 }), 403],
    [await make({ username: 'bobby' }), 403],
    [await alice.get('console/links', { organisation: '2' }), 403],
    [await alice.get(`console/links/${two.id}`), 404],
    [await alice.get(`console/links/${two.id}/address`), 404],
    [await alice.delete(`console/links/${two.id}`), 404],
    // It would log the administrator in as the person.
    [await alice.get(`console/links/${ofPerson.id}/address`), 403],
  ] as const;
  expect(attempts.map(([{ statusCode }]) => statusCode)).toEqual(attempts.map(([, status]) => status));
  expect(refusals()).toHaveLength(attempts.length);
  const own = await made({ name: 'Own' });
  expect((await alice.get(`console/links/${own.id}/address`)).json()).toEqual({ address: own.address });
  expect((await alice.delete(`console/links/${ofPerson.id}`)).statusCode).toBe(200);
  expect((await enter(two.address)).statusCode).toBe(200);
  expect((await enter(ofPerson.address)).json()).toEqual({ errorCode: ERROR_CODES.tokenExpired });
});

test('D112 where the brand has no anonymous callers, only operators make links; where it has no links, no one does', async () => {
  await bed.close();
  await start({ anonymous: { enabled: false } });
  expect((await make()).statusCode).toBe(200);
  await give('administrator');
  expect((await read()).mayMake).toBe(false);
  expect((await make()).statusCode).toBe(403);
  await bed.close();
  await start({ kiosk: { enabled: false } });
  expect(await read()).toMatchObject({ isOn: false, mayMake: false });
  expect((await make()).json()).toMatchObject({ errorCode: ERROR_CODES.notPossible });
});

test('D112 support lists links and reads no address; making, showing and ending need the password', async () => {
  const { id } = await made();
  const requests = () =>
    Promise.all([make(), alice.get(`console/links/${id}/address`), alice.delete(`console/links/${id}`)]);
  await give('support');
  expect((await read()).links).toMatchObject([{ isChangeable: false, isShown: false }]);
  for (const { statusCode } of await requests()) expect(statusCode).toBe(403);
  await give('operator');
  bed.pass(15 * 60_000);
  for (const answer of await requests())
    expect(answer.json()).toMatchObject({ errorCode: ERROR_CODES.confirmationNeeded });
  expect((await read()).links).toHaveLength(1);
});

test('D112 an operator ends all links, also those that are not listed; an administrator does not', async () => {
  const { address } = await made({ organisation: 2 });
  const ofPerson = await made({ name: 'Person', username: 'bobby' });
  const { securityToken } = (await enter(ofPerson.address)).json<{ securityToken: string }>();
  const unlisted = await bed.context.kioskTokens.mint({ to: 'echo' }, DAY_MS);
  const enterUnlisted = () => requestsTo(bed.app).enter(unlisted);
  await give('administrator');
  expect((await alice.delete('console/links')).statusCode).toBe(403);
  expect((await enterUnlisted()).statusCode).toBe(200);
  await give('operator');
  expect((await alice.delete('console/links')).statusCode).toBe(200);
  const refused = { errorCode: ERROR_CODES.tokenInvalid };
  for (const answer of [await enter(address), await enter(ofPerson.address), await enterUnlisted()])
    expect(answer.json()).toEqual(refused);
  expect((await alice.get('user/getProperties', { securityToken })).statusCode).toBe(401);
  expect((await read()).links).toEqual([]);
  const by = { by: 'alice', address: '127.0.0.1' };
  expect(bed.events).toContainEqual({ event: 'kiosk_links_ended', ...by, detail: 'links: 2' });
  expect((await enter((await made()).address)).statusCode).toBe(200);
});

test('D112 forged and huge values make no link, a changed token is refused, and a list has an end', async () => {
  for (const value of [
    { name: '' },
    { name: 'x'.repeat(256) },
    { to: '' },
    { to: 'a@b@c' },
    { ivr: 'INVITE' },
    { ivr: '1'.repeat(65) },
    { ref: 'two\r\nlines' },
    { days: 0 },
    { days: 3651 },
    { days: 1.5 },
    { days: '30' },
    { organisation: -1 },
    { expiresAt: 4_102_444_800_000 },
    { madeBy: 'root' },
  ])
    expect([value, (await make(value)).statusCode]).toEqual([value, 400]);
  expect((await read()).links).toEqual([]);
  const { id } = await made();
  // The id of a link gives nothing without the key of the server.
  const forged = ['{"alg":"none"}', JSON.stringify({ jti: id, to: 'echo', username: 'bobby', exp: 4e9 })]
    .map((part) => Buffer.from(part).toString('base64url'))
    .join('.');
  expect((await requestsTo(bed.app).enter(`${forged}.`)).json()).toEqual({
    errorCode: ERROR_CODES.tokenInvalid,
  });
  for (let number = 1; number < 1000; number += 1)
    await bed.repositories.kioskLinks.add(
      {
        organisationId: 1,
        accountId: undefined,
        name: `Link ${number}`,
        to: 'echo@demo.example',
        ivr: '',
        ref: '',
        madeBy: '',
        madeAt: bed.context.now(),
        expiresAt: bed.context.now() + DAY_MS,
      },
      1000,
    );
  expect((await make()).json()).toMatchObject({ errorCode: ERROR_CODES.listFull });
  expect((await make({ organisation: 2 })).statusCode).toBe(200);
});
