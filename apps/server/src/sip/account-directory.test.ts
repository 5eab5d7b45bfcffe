import { beforeEach, expect, test } from 'vitest';
import type { Account, AccountStatus } from '../domain/accounts/account.ts';
import { SESSION_LIFETIME_MS, SESSION_TOUCH_INTERVAL_MS } from '../domain/accounts/session-rules.ts';
import type { NewAccount } from '../storage/repositories/repositories.ts';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { createAccountDirectory } from './account-directory.ts';
import type { SipDirectory } from './sip-directory.ts';

let directory: SipDirectory;
let nowMs: number;

async function added(username: string, more: Partial<NewAccount> = {}): Promise<Account> {
  const account = await storage.repositories.accounts.add({
    kind: 'person',
    username,
    passwordHash: undefined,
    organisationId: 1,
    status: 'active',
    addresses: [`${username}@demo.example`],
    properties: [],
    ...more,
  });
  return account ?? expect.fail('taken');
}

/** Adds a session of the account; its SIP secret is `secret of <token>`. */
const logIn = ({ id }: Account, token: string, lastUsedAt = nowMs) =>
  storage.repositories.sessions.add(
    { tokenHash: token, accountId: id, lastUsedAt, sipSecret: `secret of ${token}` },
    10,
  );

const secretsOf = async (username: string, address = `${username}@demo.example`): Promise<string[]> =>
  (await directory.findCredentials(username, address)).map(({ sipPassword }) => sipPassword);

onEachOpenStorage(() => {
  beforeEach(async () => {
    nowMs = 1_000_000_000_000;
    directory = createAccountDirectory(storage.repositories, () => nowMs);
  });

  test('D48 an account registers with the secret of each of its sessions and devices', async () => {
    const asa = await added('asa');
    await logIn(asa, 'phone', nowMs - 10);
    await logIn(asa, 'laptop');
    await storage.repositories.sessions.add({ tokenHash: 'x', accountId: asa.id, lastUsedAt: nowMs }, 10);
    await storage.repositories.devices.add(asa.id, { name: 'desk', sipSecret: 'secret of desk' }, 10);
    const found = await directory.findCredentials('asa', 'asa@demo.example');
    expect(found.map(({ sipPassword }) => sipPassword)).toEqual([
      'secret of laptop',
      'secret of phone',
      'secret of desk',
    ]);
    const laptop = await storage.repositories.sessions.find('laptop');
    expect(found[0]?.user).toEqual({
      username: 'asa',
      addresses: ['asa@demo.example'],
      sessionId: laptop?.id,
      isAnonymous: false,
      isServerAgent: false,
    });
    expect(new Set(found.map(({ user }) => user.sessionId)).size).toBe(3);
    expect(laptop?.id).not.toBe('laptop');
  });

  test('D48 a secret ends at log-out, 12 h after its last use, and with a new password', async () => {
    const { sessions } = storage.repositories;
    const asa = await added('asa');
    for (const token of ['one', 'two']) await logIn(asa, token);
    await logIn(asa, 'old', nowMs - SESSION_LIFETIME_MS);
    expect(await secretsOf('asa')).toHaveLength(2);
    await sessions.remove('one');
    expect(await secretsOf('asa')).toEqual(['secret of two']);
    await sessions.replaceSipSecret('two', 'fresh');
    expect(await secretsOf('asa')).toEqual(['fresh']);
    nowMs += SESSION_LIFETIME_MS;
    expect(await secretsOf('asa')).toEqual([]);
  });

  test('A-011 D48 a session that is used over SIP only stays valid', async () => {
    const asa = await added('asa');
    await logIn(asa, 'page');
    const id = (await storage.repositories.sessions.find('page'))?.id ?? '';
    for (let use = 0; use < 3; use += 1) {
      nowMs += SESSION_LIFETIME_MS - 1;
      expect(await secretsOf('asa')).toEqual(['secret of page']);
      await directory.touchSession(id);
    }
    const { lastUsedAt } = (await storage.repositories.sessions.find('page')) ?? expect.fail('gone');
    expect(lastUsedAt).toBe(nowMs);
    const isTouchDue = async () =>
      (await directory.findCredentials('asa', 'asa@demo.example')).map((each) => each.isTouchDue);
    nowMs += SESSION_TOUCH_INTERVAL_MS - 1;
    expect(await isTouchDue()).toEqual([false]);
    await directory.touchSession(id);
    expect((await storage.repositories.sessions.find('page'))?.lastUsedAt).toBe(lastUsedAt);
    nowMs += 1;
    expect(await isTouchDue()).toEqual([true]);
    await directory.touchSession(id);
    expect((await storage.repositories.sessions.find('page'))?.lastUsedAt).toBe(nowMs);
  });

  test.each<AccountStatus>(['disabled', 'unverified', 'awaitingApproval'])(
    'A-056 an account that is %s cannot register and is not known',
    async (status) => {
      const asa = await added('asa', { status });
      await logIn(asa, 'page');
      expect(await secretsOf('asa')).toEqual([]);
      expect(await directory.isKnownAddress('asa@demo.example')).toBe(false);
    },
  );

  test('A-056 an active account is known, and unknown names have no secrets', async () => {
    await added('asa');
    expect(await directory.isKnownAddress('asa@demo.example')).toBe(true);
    expect(await directory.isKnownAddress('bo@demo.example')).toBe(false);
    expect(await secretsOf('bo')).toEqual([]);
  });

  test('D28 D48 a server agent keeps the secret of its account and has no session', async () => {
    await added('echo', { kind: 'party', sipPassword: 'its own' });
    expect(await directory.findCredentials('echo', 'echo@demo.example')).toEqual([
      {
        user: {
          username: 'echo',
          addresses: ['echo@demo.example'],
          sessionId: undefined,
          isAnonymous: false,
          isServerAgent: true,
        },
        sipPassword: 'its own',
        isTouchDue: false,
      },
    ]);
  });

  test('A-035 ANON-04 anonymous callers share a username, and the address selects the SIP secret', async () => {
    const properties = [{ key: 'USERNAME', value: 'guest' }];
    for (const name of ['anonymous-1', 'anonymous-2'])
      await logIn(await added(name, { kind: 'anonymous', properties }), name);
    const [found] = await directory.findCredentials('guest', 'anonymous-2@demo.example');
    expect(found).toMatchObject({
      user: { username: 'anonymous-2', isAnonymous: true, isServerAgent: false },
      sipPassword: 'secret of anonymous-2',
    });
    // A user account may have the username that anonymous callers share; it does not lock them out.
    await logIn(await added('guest'), 'guest');
    expect(await secretsOf('guest', 'anonymous-2@demo.example')).toContain('secret of anonymous-2');
    expect(await secretsOf('guest')).toEqual(['secret of guest']);
    expect(await secretsOf('guest', 'nobody@demo.example')).toEqual(['secret of guest']);
    await added('asa');
    expect(await secretsOf('asa', 'anonymous-1@demo.example')).toEqual([]);
  });
});
