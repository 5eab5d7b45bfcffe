import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../domain/accounts/account.ts';
import { createOutbox } from '../mail/outbox.ts';
import { requestsTo } from './testing/requests.ts';
import type { TestApp } from './testing/test-app.ts';
import { createTestApp, openBrand } from './testing/test-app.ts';

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;

beforeEach(async () => {
  bed = await createTestApp({ brand: openBrand });
  api = requestsTo(bed.app);
});
afterEach(() => bed.close());

/** The URL in the latest mail to `to` that is in the outbox. */
async function linkTo(to: string): Promise<URL> {
  await bed.context.mailer.settled();
  const kept = await createOutbox(join(bed.folder, 'outbox'), bed.context.now).list(1000);
  const mail = kept.find((each) => each.to === to);
  return new URL(/https:\S+/.exec(mail?.text ?? '')?.[0] ?? '');
}

async function resetLinkTo(to: string): Promise<{ key: string; uid: string }> {
  expect((await api.get('user/requestResetPassword', { email: to })).statusCode).toBe(200);
  const { key = '', uid = '' } = Object.fromEntries((await linkTo(to)).searchParams);
  expect(key).not.toBe('');
  return { key, uid };
}

const use = (link: { key: string; uid: string }) =>
  api.get('user/setNewPassword', { ...link, password: 'stolen99' });
const verify = (link: URL) => api.post(link.pathname.replace('/registration/verify', 'signUp/verify'), {});

async function person(username: string): Promise<Account> {
  const account = await bed.repositories.accounts.findByUsername(username);
  if (account === undefined) throw new Error(`no ${username}`);
  return account;
}

/** Every way in which a password or an e-mail address changes. */
const changes: readonly [string, () => Promise<unknown>][] = [
  [
    'the person chooses a new password',
    async () =>
      api.post('user/setProperty', {
        securityToken: await api.tokenOf('alice'),
        key: 'PASSWORD',
        value: 'fresh123',
      }),
  ],
  [
    'the operator’s tool sets a new password',
    async () => bed.context.accountService.changePassword(await person('alice'), 'fresh123'),
  ],
  [
    'the person confirms a new e-mail address',
    async () => {
      const securityToken = await api.tokenOf('alice');
      await api.get('user/setProperty', { securityToken, key: 'EMAIL', value: 'new@mail.example' });
      expect((await verify(await linkTo('new@mail.example'))).statusCode).toBe(200);
      expect(await bed.repositories.accounts.findByEmail('new@mail.example')).toMatchObject({
        username: 'alice',
      });
    },
  ],
  [
    'a property of the account is written with another e-mail address',
    async () =>
      bed.repositories.accounts.setProperty((await person('alice')).id, {
        key: 'EMAIL',
        value: 'new@mail.example',
      }),
  ],
];

test.each(changes)('A-032 a reset link is dead after %s', async (_how, change) => {
  const link = await resetLinkTo('alice@demo.example');
  await change();
  const answer = await use(link);
  expect([answer.statusCode, answer.json().failureText]).toEqual([404, 'Not Found']);
  expect((await api.logIn('alice', 'stolen99')).json()).toEqual({ errorCode: 1001 });
});

test('A-032 a reset link that is used twice at the same time sets one password', async () => {
  const link = await resetLinkTo('alice@demo.example');
  const answers = await Promise.all([use(link), use(link)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(expect.arrayContaining([200, 404]));
});

test.each([
  ['password', async () => bed.context.accountService.changePassword(await person('bo.ek'), 'fresh123')],
  [
    'e-mail address',
    async () =>
      bed.repositories.accounts.setProperty((await person('bo.ek')).id, {
        key: 'EMAIL',
        value: 'other@mail.example',
      }),
  ],
])('VERIFY-04 a verification link is dead after a change of the %s', async (_what, change) => {
  const bo = { username: 'bo.ek', email1: 'bo@mail.example', password: 'secret7', fname: 'Bo', orgID: '2' };
  expect((await api.post('signUp/create', bo)).json().status).toBe('NEEDS_VERIFICATION');
  const link = await linkTo('bo@mail.example');
  await change();
  const answer = await verify(link);
  expect([answer.statusCode, answer.json()]).toEqual([404, { errorCode: 4002, failureText: 'Not Found' }]);
  expect(await person('bo.ek')).toMatchObject({ status: 'unverified' });
  // The name stays reserved for the seven days for which the link was valid.
  expect((await api.post('signUp/create', bo)).statusCode).toBe(409);
});
