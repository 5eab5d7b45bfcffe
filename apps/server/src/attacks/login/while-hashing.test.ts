import { ERROR_CODES } from '@samtal/api-contract';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Account } from '../../domain/accounts/account.ts';
import { requestsTo } from '../../http/testing/requests.ts';
import type { TestApp } from '../../http/testing/test-app.ts';
import { createTestApp, openBrand, plainHasher } from '../../http/testing/test-app.ts';

/** A request waits for its turn to compute a password hash, for seconds while others fill the queue. */

let bed: TestApp;
let api: ReturnType<typeof requestsTo>;
/** What happens while the next hash is computed. */
let meanwhile: (() => Promise<unknown>) | undefined;

async function waited(): Promise<void> {
  const change = meanwhile;
  meanwhile = undefined;
  await change?.();
}

beforeEach(async () => {
  meanwhile = undefined;
  bed = await createTestApp({
    brand: { ...openBrand, features: { ownData: true, changePassword: true } },
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
