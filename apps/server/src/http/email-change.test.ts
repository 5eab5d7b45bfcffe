import { afterEach, beforeEach, expect, test } from 'vitest';
import { MAIL_LIMITS } from '../domain/limits/limits.ts';
import { unreachableProvider } from './testing/provider-settings.ts';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from './testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
let securityToken: string;

async function start(options: Parameters<typeof createTestApp>[0] = {}): Promise<void> {
  bed = await createTestApp({ brand: openBrand, ...options });
  api = requestsTo(bed.app);
  securityToken = await api.tokenOf('alice');
}
beforeEach(() => start());
afterEach(() => bed.close());

const set = (value: string, key = 'EMAIL') => api.post('user/setProperty', { securityToken, key, value });
const read = async (key: string) =>
  (await api.get('user/getProperties', { securityToken }))
    .json<{ propertySet: { key: string; value: string }[] }>()
    .propertySet.find((entry) => entry.key === key)?.value;
const mailsTo = (to: string) => bed.mails.filter((mail) => mail.to === to);
/** Opens the latest link that confirms this address. */
function open(to: string) {
  const texts = mailsTo(to).map(({ text }) => /https:\S+\/verify\/\S+/.exec(text)?.[0]);
  const link = new URL(texts.findLast((text) => text !== undefined) ?? '');
  return api.post(link.pathname.replace('/registration/verify', 'signUp/verify'), {});
}

test('PROFILE-07 a new e-mail address is used after its link was opened; the old address gets a notice', async () => {
  expect((await set('new@mail.example')).json()).toEqual({ status: 'OK' });
  expect([await read('EMAIL'), await read('PENDING_EMAIL')]).toEqual([
    'alice@demo.example',
    'new@mail.example',
  ]);
  const { properties } = (await api.logIn('alice')).json();
  expect(properties.propertySet).toContainEqual({ key: 'PENDING_EMAIL', value: 'new@mail.example' });
  expect(bed.mails.map(({ to }) => to)).toEqual(['new@mail.example', 'alice@demo.example']);
  // The mail to the new address does not name the account, because a stranger may get it; the mail to the old
  // address does not name the new one.
  expect(mailsTo('new@mail.example')[0]?.text).not.toMatch(/alice/i);
  expect(mailsTo('alice@demo.example')[0]?.text).not.toContain('new@mail.example');

  await api.get('user/requestResetPassword', { username: 'alice' });
  expect(bed.mails.at(-1)?.to).toBe('alice@demo.example');
  expect((await api.get('user/requestResetPassword', { email: 'new@mail.example' })).statusCode).toBe(400);

  const opened = await open('new@mail.example');
  expect(opened.json()).toEqual({
    status: 'ACTIVE',
    user: { properties: { propertySet: [{ key: 'EMAIL', value: 'new@mail.example' }] } },
  });
  expect([await read('EMAIL'), await read('PENDING_EMAIL')]).toEqual(['new@mail.example', undefined]);
  expect((await api.get('user/requestResetPassword', { email: 'new@mail.example' })).statusCode).toBe(200);
  expect(bed.events.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['email_change_requested', 'email_changed']),
  );
  // A second click on a used link is no error as long as the account has the address of the link.
  expect((await open('new@mail.example')).statusCode).toBe(200);
  const alice = await bed.repositories.accounts.findByUsername('alice');
  await bed.repositories.accounts.setProperty(alice?.id ?? '', { key: 'EMAIL', value: 'third@mail.example' });
  expect((await open('new@mail.example')).statusCode).toBe(404);
  expect(await read('EMAIL')).toBe('third@mail.example');
});

test('a pending e-mail address is replaced by another one, and cancelled by the pending or the current one', async () => {
  await set('first@mail.example');
  await set('second@mail.example');
  expect(await read('PENDING_EMAIL')).toBe('second@mail.example');
  expect((await open('first@mail.example')).json()).toEqual({ errorCode: 4002, failureText: 'Not Found' });

  expect((await set('', 'PENDING_EMAIL')).json()).toEqual({ status: 'OK' });
  expect(await read('PENDING_EMAIL')).toBeUndefined();
  expect((await open('second@mail.example')).statusCode).toBe(404);

  await set('third@mail.example');
  const mails = bed.mails.length;
  expect((await set('alice@demo.example')).statusCode).toBe(200);
  expect(await read('PENDING_EMAIL')).toBeUndefined();
  expect(bed.mails).toHaveLength(mails);
  expect((await open('third@mail.example')).statusCode).toBe(404);
  expect(await read('EMAIL')).toBe('alice@demo.example');
});

test.each([
  ['x@mail.example', 400],
  ['', 200],
])('PENDING_EMAIL cannot be written as a property: %j is answered %i', async (value, status) => {
  expect((await set(value, 'PENDING_EMAIL')).statusCode).toBe(status);
  expect(await read('PENDING_EMAIL')).toBeUndefined();
});

/** Takes the account over by its e-mail address, as the holder of a session would. @returns the status of each step */
async function takeOver(): Promise<number[]> {
  const asked = await set('thief@mail.example');
  if (asked.statusCode !== 200) return [asked.statusCode];
  const opened = await open('thief@mail.example');
  await api.get('user/requestResetPassword', { email: 'thief@mail.example' });
  const link = new URL(/https:\S+newpassword\S+/i.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '');
  const reset = await api.post('user/setNewPassword', {
    ...Object.fromEntries(link.searchParams),
    password: 'thief123',
  });
  return [asked.statusCode, opened.statusCode, reset.statusCode];
}

/** @returns the session of an account that logs in at the provider alone */
async function withoutPassword(): Promise<string> {
  const account = await bed.repositories.accounts.add({
    kind: 'person',
    username: 'asa',
    passwordHash: undefined,
    organisationId: 1,
    status: 'active',
    addresses: ['asa@demo.example'],
    properties: [{ key: 'EMAIL', value: 'asa@demo.example' }],
  });
  const { hashToken, now, repositories } = bed.context;
  const session = { accountId: account?.id ?? '', tokenHash: hashToken('of asa'), lastUsedAt: now() };
  await repositories.sessions.add(session, 10);
  return 'of asa';
}

test.each([
  ['has a role', 1001],
  ['has no e-mail address, which could be told', 1001],
  ['has no password', 1009],
])('D96 D98 D99 a session alone changes no e-mail address of an account that %s', async (what, code) => {
  await bed.close();
  await start({ provider: unreachableProvider });
  const { accounts } = bed.repositories;
  const id = (await accounts.findByUsername('alice'))?.id ?? '';
  if (what === 'has a role') await accounts.changeRole(id, 'operator');
  else if (what === 'has no password') securityToken = await withoutPassword();
  else await accounts.setProperty(id, { key: 'EMAIL', value: '' });
  expect(await takeOver()).toEqual([400]);
  expect((await set('thief@mail.example')).json()).toMatchObject({ errorCode: code });
  const change = { securityToken, key: 'EMAIL', value: 'new@mail.example' };
  const wrong = await api.post('user/setProperty', { ...change, currentPassword: 'wrong' });
  expect([wrong.statusCode, bed.mails]).toEqual([400, []]);
  const right = await api.post('user/setProperty', { ...change, currentPassword: 'demo1234' });
  expect(right.statusCode).toBe(code === 1001 ? 200 : 400);
});

test('D96 a password that follows an e-mail address of a session alone proves nothing for an hour', async () => {
  await bed.close();
  await start({ brand: { ...openBrand, features: { ownData: true } } });
  expect(await takeOver()).toEqual([200, 200, 200]);
  securityToken = await api.tokenOf('alice', 'thief123');
  const confirm = () => api.post('user/export', { password: 'thief123' }, { securityToken });
  expect((await confirm()).json()).toMatchObject({ errorCode: 1013 });
  bed.pass(3_600_000);
  expect((await confirm()).statusCode).toBe(200);
});

test('D98 a role ends the links to a new e-mail address that were asked for before', async () => {
  await set('thief@mail.example');
  const { accounts } = bed.repositories;
  await accounts.changeRole((await accounts.findByUsername('alice'))?.id ?? '', 'operator');
  expect((await open('thief@mail.example')).statusCode).toBe(404);
  expect(await read('PENDING_EMAIL')).toBeUndefined();
});

test('a link to a new e-mail address is dead after a day, after a new password, and for a disabled account', async () => {
  await set('new@mail.example');
  bed.pass(DAY_MS);
  expect((await open('new@mail.example')).json()).toEqual({ errorCode: 4001, failureText: 'Link expired' });
  securityToken = await api.tokenOf('alice');
  expect(await read('PENDING_EMAIL')).toBeUndefined();

  await set('new@mail.example');
  await set('fresh123', 'PASSWORD');
  expect(await read('PENDING_EMAIL')).toBeUndefined();
  expect((await open('new@mail.example')).statusCode).toBe(404);

  await set('new@mail.example');
  const alice = await bed.repositories.accounts.findByUsername('alice');
  if (alice !== undefined) await bed.context.accountService.changeStatus(alice, 'disabled');
  expect((await open('new@mail.example')).statusCode).toBe(404);
  expect(await bed.repositories.accounts.findByEmail('new@mail.example')).toBeUndefined();
});

test('PROFILE-11 of two accounts that enter the same e-mail address the one that opens its link first gets it', async () => {
  await set('new@mail.example');
  const link = /verify\/(\S+)\?/.exec(bed.mails[0]?.text ?? '')?.[1];
  securityToken = await api.tokenOf('bobby');
  await set('NEW@mail.example');
  expect((await open('NEW@mail.example')).statusCode).toBe(200);
  const late = await api.post(`signUp/verify/${link}`, {});
  expect([late.statusCode, late.json().errorCode]).toEqual([409, 2002]);
});

test('PROFILE-09 A-033 an unverified e-mail address goes to the account that verifies it', async () => {
  const bo = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', fname: 'Bo', orgID: '2' };
  expect((await api.post('signUp/create', bo)).json().status).toBe('NEEDS_VERIFICATION');
  expect((await set('bo@mail.example')).json().errorCode).toBe(2002);
  bed.pass(7 * DAY_MS);
  securityToken = await api.tokenOf('alice');
  expect((await set('bo@mail.example')).statusCode).toBe(200);
  expect(await bed.repositories.accounts.findByUsername('bo.ek')).toBeDefined();
  expect((await open('bo@mail.example')).statusCode).toBe(200);
  expect(await bed.repositories.accounts.findByUsername('bo.ek')).toBeUndefined();
  expect(await read('EMAIL')).toBe('bo@mail.example');
});

test('one account causes a limited number of link mails an hour, then gets 429 with Retry-After', async () => {
  const answers = [];
  for (let number = 0; number < 40; number++) answers.push(await set(`victim${number}@mail.example`));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(MAIL_LIMITS.emailChanges.tries);
  expect(bed.mails).toHaveLength(2 * MAIL_LIMITS.emailChanges.tries);
  expect(answers.at(-1)?.statusCode).toBe(429);
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);
  expect(await read('PENDING_EMAIL')).toBe('victim4@mail.example');
});

test('one e-mail address gets a limited number of mails an hour from all accounts together', async () => {
  for (const username of ['alice', 'bobby', 'carol']) {
    securityToken = await api.tokenOf(username);
    for (let number = 0; number < 3; number++) await set('victim@mail.example');
  }
  expect(mailsTo('victim@mail.example')).toHaveLength(MAIL_LIMITS.strangers.tries);
});

test('every password change is carried out, and a limited number an hour sends a notice', async () => {
  for (let number = 0; number < 40; number++)
    expect((await set(`fresh${number}`, 'PASSWORD')).statusCode).toBe(200);
  expect(mailsTo('alice@demo.example')).toHaveLength(MAIL_LIMITS.notices.tries);
  expect((await api.logIn('alice', 'fresh39')).statusCode).toBe(200);
});

test('one visitor address causes a limited number of mails an hour', async () => {
  await bed.close();
  await start({ hasRequestLimits: true });
  // 60 registrations reach the limit of mails per hour, and do not exceed that of registrations per minute.
  const signUp = (number: number) =>
    bed.app.inject({
      method: 'POST',
      url: '/userApi/user/api/signUp/create?lang=en',
      remoteAddress: `2001:db8::${number.toString(16)}`,
      payload: {
        username: `spam${number}`,
        email1: `victim${number}@mail.example`,
        password: 'secret7',
        orgID: '1',
      },
    });
  const answers = [];
  for (let number = 0; number < 60; number++) answers.push(await signUp(number));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200));
  expect(bed.mails).toHaveLength(MAIL_LIMITS.visitor.tries);
  securityToken = await api.tokenOf('alice');
  const reset = await bed.app.inject({
    url: '/userApi/user/api/user/requestResetPassword?username=alice',
    remoteAddress: '2001:db8::ffff',
  });
  expect(reset.statusCode).toBe(429);
  expect((await api.get('user/requestResetPassword', { username: 'alice' })).statusCode).toBe(200);
});
