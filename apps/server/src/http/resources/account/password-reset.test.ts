import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsTo } from '../../testing/requests.ts';
import type { TestApp } from '../../testing/test-app.ts';
import { createTestApp, DAY_MS, openBrand } from '../../testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

async function start(brand: object = openBrand): Promise<void> {
  bed = await createTestApp({ brand });
  api = requestsTo(bed.app);
}
beforeEach(() => start());
afterEach(() => bed.close());

const ask = (query: Record<string, string>) =>
  api.get('user/requestResetPassword', { lang: 'en', orgid: '1', ...query });

/** The parameters of the link in the latest mail. */
function link(): { key: string; uid: string; uname: string } {
  const address = /https:\S+/.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '';
  expect(address).toMatch(/^https:\/\/calls\.example\/newpassword\?/);
  const { key = '', uid = '', uname = '' } = Object.fromEntries(new URL(address).searchParams);
  return { key, uid, uname };
}

test.each([{ username: 'alice' }, { email: 'Alice@demo.example' }])(
  'RESET-05 RESET-13 API-14 API-15 %j: a link by mail, the new password works and the old one does not',
  async (who) => {
    const before = (await api.logIn('alice')).json();
    expect((await ask(who)).json()).toEqual({ status: 'OK' });
    const { key, uid, uname } = link();
    expect(uname).toBe('alice');
    expect((await api.get('user/setNewPassword', { key, uid, password: 'fresh123' })).json()).toEqual({
      status: 'OK',
    });

    expect((await api.logIn('alice')).json()).toEqual({ errorCode: 1001 });
    const after = (await api.logIn('alice', 'fresh123')).json();
    expect(after.sipPassword).not.toBe(before.sipPassword);
    // D8: all sessions with the old password end.
    expect((await api.get('user/getProperties', { securityToken: before.securityToken })).statusCode).toBe(
      401,
    );
    expect(await bed.repositories.revocations.take()).toContainEqual({ sessionId: expect.any(String) });
    expect(bed.mails.at(-1)?.subject).toContain('has been changed');
  },
);

test.each([
  ['2', 1005, 'awaitingApproval'],
  ['3', undefined, 'active'],
])(
  'VERIFY-05 A-021 A-033 in organisation %s the link of a reset verifies the address after an expired verification link',
  async (orgID, errorCode, status) => {
    await bed.close();
    const organisations = [2, 3].map((id) => ({ id, name: `No. ${id}` }));
    await start({ ...openBrand, registration: { enabled: true, organisations } });
    await bed.repositories.organisations.set(3, { key: 'WEB_EMAIL_VERIFY_NEW_USERS', value: 'true' });
    const bo = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', fname: 'Bo', orgID };
    expect((await api.post('signUp/create', bo)).statusCode).toBe(200);
    bed.pass(7 * DAY_MS);
    await ask({ username: 'bo.ek' });
    const { key, uid } = link();
    // While the link is valid, the name belongs to the account that it was sent to.
    expect((await api.post('signUp/create', bo)).statusCode).toBe(409);
    expect((await api.get('user/setNewPassword', { key, uid, password: 'fresh123' })).statusCode).toBe(200);
    expect((await api.logIn('bo.ek', 'fresh123')).json().errorCode).toBe(errorCode);
    expect(await bed.repositories.accounts.findByUsername('bo.ek')).toMatchObject({ status });
    expect(bed.events.map(({ event }) => event)).toContain('account_verified');
    bed.pass(30 * DAY_MS);
    expect((await api.post('signUp/create', bo)).statusCode).toBe(409);
  },
);

test('D22 both calls also take their parameters as the body of a POST', async () => {
  expect((await api.post('user/requestResetPassword', { username: 'alice' })).statusCode).toBe(200);
  const { key, uid } = link();
  expect((await api.post('user/setNewPassword', { key, uid, password: 'fresh123' })).statusCode).toBe(200);
  expect((await api.logIn('alice', 'fresh123')).statusCode).toBe(200);
});

test('RESET-08 A-032 a used, replaced, expired, made-up or foreign key gets 404 Not Found', async () => {
  const change = (key: string, uid: string) =>
    api.get('user/setNewPassword', { key, uid, password: 'fresh123' });
  const refused = async (key: string, uid: string) => {
    const answer = await change(key, uid);
    expect([answer.statusCode, answer.json().failureText]).toEqual([404, 'Not Found']);
  };
  await ask({ username: 'alice' });
  const first = link();
  const bobby = await bed.repositories.accounts.findByUsername('bobby');
  await refused('made-up', first.uid);
  await refused(first.key, bobby?.id ?? '');
  await ask({ username: 'alice' });
  const second = link();
  await refused(first.key, first.uid);
  expect((await change(second.key, second.uid)).statusCode).toBe(200);
  await refused(second.key, second.uid);
  await ask({ username: 'alice' });
  const third = link();
  bed.pass(DAY_MS);
  await refused(third.key, third.uid);
});

test('RESET-12 a password against the rules is refused by name and does not use up the key', async () => {
  await ask({ username: 'alice' });
  const { key, uid } = link();
  const bad = await api.get('user/setNewPassword', { key, uid, password: 'short' });
  expect([bad.statusCode, bad.json()]).toEqual([
    400,
    { errorCode: 2004, failureText: 'Invalid value: password' },
  ]);
  expect((await api.get('user/setNewPassword', { key, uid, password: 'fresh123' })).statusCode).toBe(200);
});

test('RESET-07 A-015 an unknown name and a server agent get the same answer', async () => {
  for (const who of [{ username: 'nobody' }, { email: 'nobody@demo.example' }, { username: 'echo' }]) {
    const answer = await ask(who);
    expect([answer.statusCode, answer.json().failureText]).toEqual([400, 'No such user']);
  }
  expect((await ask({})).json()).toMatchObject({ errorCode: 2004 });
  expect(bed.mails).toEqual([]);
});

test('an account gets five reset mails an hour, then requests get 429 with Retry-After', async () => {
  for (let mail = 0; mail < 5; mail++) expect((await ask({ username: 'alice' })).statusCode).toBe(200);
  const refused = await ask({ email: 'alice@demo.example' });
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await ask({ username: 'bobby' })).statusCode).toBe(200);
  expect(bed.mails).toHaveLength(6);
});

test('RESET-10 reset that is off is refused with 3001', async () => {
  await bed.close();
  await start({});
  const answer = await ask({ username: 'alice' });
  expect([answer.statusCode, answer.json()]).toEqual([
    400,
    { errorCode: 3001, failureText: 'Reset password not enabled' },
  ]);
});

test('links ignore the Host header', async () => {
  await bed.app.inject({
    url: '/userApi/user/api/user/requestResetPassword?username=alice',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  });
  expect(link().uname).toBe('alice');
  expect(bed.mails.at(-1)?.text).not.toContain('evil');
});
