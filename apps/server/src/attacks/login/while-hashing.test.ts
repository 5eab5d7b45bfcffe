import { ERROR_CODES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Account } from '../../domain/accounts/account.ts';
import { LOGIN_LIMITS } from '../../domain/limits/limits.ts';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { createTestApp, openBrand, plainHasher } from '../../http/testing/test-app.ts';

/** A request waits for its turn to compute a password hash, for seconds while others fill the queue. */

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
/** Runs once, before the next hash is computed: what another request changes meanwhile. */
let meanwhile: (() => Promise<unknown>) | undefined;

async function waited(): Promise<void> {
  const change = meanwhile;
  meanwhile = undefined;
  await change?.();
}

beforeEach(async () => {
  meanwhile = undefined;
  bed = await createTestApp({
    brand: { ...openBrand, features: { ownData: true, changePassword: true, console: true } },
    hasher: {
      async hash(password) {
        await waited();
        return plainHasher.hash(password);
      },
      async verify(password, phc) {
        await waited();
        return plainHasher.verify(password, phc);
      },
    },
  });
  api = requestsTo(bed.app);
});
afterEach(() => bed.close());

const person = async (username: string): Promise<Account> =>
  (await bed.repositories.accounts.findByUsername(username)) ?? expect.fail();
const sessionsOf = async (username: string) => bed.repositories.ownData.sessions((await person(username)).id);
const setPassword = (securityToken: string, value: string, more = {}) =>
  api.post('user/setProperty', { securityToken, key: 'PASSWORD', value, ...more });

test('LOGIN-08 D8 a log-in with the old password does not slip in while the password changes', async () => {
  const mine = await api.tokenOf('alice');
  meanwhile = async () => expect((await setPassword(mine, 'fresh123')).statusCode).toBe(200);
  expect((await api.logIn('alice')).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  expect(await sessionsOf('alice')).toHaveLength(1);
  expect((await api.logIn('alice', 'fresh123')).statusCode).toBe(200);
});

test('A-005 LOGIN-08 a log-in does not slip in while the account is disabled', async () => {
  meanwhile = async () => bed.context.accountService.changeStatus(await person('alice'), 'disabled');
  expect((await api.logIn('alice')).json()).toEqual({ errorCode: ERROR_CODES.signInExpired });
  expect(await sessionsOf('alice')).toEqual([]);
});

const endings: readonly [string, (mine: string) => Promise<unknown>][] = [
  ['its user chooses another one', (mine) => setPassword(mine, 'fresh123')],
  [
    'the account is disabled',
    async () => bed.context.accountService.changeStatus(await person('alice'), 'disabled'),
  ],
  ['the session is ended', async () => bed.context.accountService.endSessions(await person('alice'))],
];

test.each(endings)('D8 D40 a stolen session does not set a password while %s', async (_what, end) => {
  const [mine, stolen] = [await api.tokenOf('alice'), await api.tokenOf('alice')];
  const before = (await person('alice')).passwordHash;
  meanwhile = async () => end(mine);
  expect((await setPassword(stolen, 'stolen99')).statusCode).toBe(401);
  const after = (await person('alice')).passwordHash;
  expect([before, '#fresh123']).toContain(after);
  expect(bed.events.filter(({ event }) => event === 'password_changed')).toHaveLength(
    after === before ? 0 : 1,
  );
});

const wishes: readonly [string, (token: string) => ReturnType<typeof setPassword>][] = [
  ['changes no password', (token) => setPassword(token, 'stolen99', { currentPassword: 'demo1234' })],
  [
    'asks for no e-mail address',
    (securityToken) =>
      api.post('user/setProperty', {
        securityToken,
        key: 'EMAIL',
        value: 'thief@mail.example',
        currentPassword: 'demo1234',
      }),
  ],
  [
    'deletes no account',
    (securityToken) => api.post('user/deletion', { password: 'demo1234' }, { securityToken }),
  ],
  ['gets no data', (securityToken) => api.post('user/export', { password: 'demo1234' }, { securityToken })],
];

test.each(wishes)(
  'D96 the old password %s in a session that ends meanwhile by a new one',
  async (_what, ask) => {
    const [mine, stolen] = [await api.tokenOf('alice'), await api.tokenOf('alice')];
    meanwhile = async () => expect((await setPassword(mine, 'fresh123')).statusCode).toBe(200);
    expect((await ask(stolen)).statusCode).toBe(401);
    expect(await person('alice')).toMatchObject({ passwordHash: '#fresh123', status: 'active' });
    expect(bed.mails.map(({ to }) => to)).toEqual(['alice@demo.example']);
  },
);

test('A-021 A-033 an account that an operator disables while the link of a reset is used stays disabled', async () => {
  const applicant = {
    username: 'bo.ek',
    email1: 'bo@mail.example',
    fname: 'Bo',
    sname: 'Ek',
    sipaddress: 'bo.ek',
  };
  await api.post('signUp/create', { ...applicant, password: 'secret7', orgID: 2 });
  expect((await person('bo.ek')).status).toBe('unverified');
  await api.get('user/requestResetPassword', { username: 'bo.ek' });
  const link = new URL(
    /https:\S+setNewPassword\S*|https:\S+key=\S+/.exec(bed.mails.at(-1)?.text ?? '')?.[0] ?? '',
  );
  meanwhile = async () => bed.context.accountService.changeStatus(await person('bo.ek'), 'disabled');
  const query = { ...Object.fromEntries(link.searchParams), password: 'fresh123' };
  await api.get('user/setNewPassword', query);
  expect(meanwhile).toBeUndefined();
  expect((await person('bo.ek')).status).toBe('disabled');
  expect(bed.events.map(({ event }) => event)).not.toContain('account_verified');
});

test.each([
  ['a person', 'console/people', { username: 'bo.ek' }],
  ['the people of a table', 'console/table', { headings: ['username'], rows: [['bo.ek']] }],
])(
  'D98 an administrator who loses the role while %s waits to be added adds none',
  async (_what, path, body) => {
    const { accounts } = bed.repositories;
    await accounts.changeRole((await person('bobby')).id, 'administrator');
    const securityToken = await api.tokenOf('bobby');
    await api.post('console/confirmation', { password: 'demo1234' }, { securityToken });
    let free: () => void = () => undefined;
    const until = new Promise<void>((resolve) => {
      free = resolve;
    });
    for (let running = 0; running < LOGIN_LIMITS.hashing.running; running++)
      void bed.context.hashing.run(`other ${running}`, () => until);
    const queued = vi.spyOn(bed.context.hashing, 'run');
    const adding = api.post(path, body, { securityToken });
    await vi.waitFor(() => expect(queued).toHaveBeenCalledTimes(1));
    await accounts.changeRole((await person('bobby')).id, undefined);
    free();
    expect((await adding).statusCode).toBe(403);
    expect(await accounts.findByUsername('bo.ek')).toBeUndefined();
  },
);
