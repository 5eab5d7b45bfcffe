import { createFakeClock } from '@samtal/test-kit';
import { beforeEach, expect, test, vi } from 'vitest';
import { PUSH_LIFETIME_MS } from '../domain/accounts/session-rules.ts';
import type { NewPushSubscription } from './repositories/repositories.ts';
import { startSweeping } from './sweep.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, storage } from './testing/open-storage.ts';

let asa: string;

async function logIn(tokenHash: string, accountId = asa, lastUsedAt = 1000): Promise<void> {
  await storage.repositories.sessions.add({ tokenHash, accountId, lastUsedAt }, 10);
}
const deviceOf = (tokenHash: string, more: Partial<NewPushSubscription> = {}): NewPushSubscription => ({
  tokenHash,
  instance: `device ${tokenHash}`,
  endpoint: `https://push.example/${tokenHash}`,
  p256dh: 'key',
  auth: 'auth',
  language: 'sv',
  staysLoggedIn: false,
  renewedAt: 1000,
  ...more,
});
const put = (tokenHash: string, more?: Partial<NewPushSubscription>, accountId = asa, limit = 10) =>
  storage.repositories.pushSubscriptions.put(accountId, deviceOf(tokenHash, more), limit);
const devices = async (accountId = asa): Promise<string[]> =>
  (await storage.repositories.pushSubscriptions.list(accountId)).map(({ instance }) => instance);

onEachOpenStorage(() => {
  beforeEach(async () => {
    asa = (await addAccount(storage.repositories, 'asa')).id;
  });

  test('D78 a device that subscribes again replaces the address of its subscription', async () => {
    await logIn('phone');
    expect(await put('phone')).toBe(true);
    const [first] = await storage.repositories.pushSubscriptions.list(asa);
    expect(await put('phone', { endpoint: 'https://push.example/new', language: 'en' })).toBe(true);
    const [only, ...others] = await storage.repositories.pushSubscriptions.list(asa);
    expect(others).toEqual([]);
    expect(only).toEqual({
      id: first?.id,
      instance: 'device phone',
      endpoint: 'https://push.example/new',
      p256dh: 'key',
      auth: 'auth',
      language: 'en',
    });
  });

  test('D78 a browser in which another user logs in is pushed for that user only', async () => {
    const bo = (await addAccount(storage.repositories, 'bo')).id;
    await logIn('asas');
    await logIn('bos', bo);
    await put('asas', { staysLoggedIn: true });
    await put('bos', { endpoint: 'https://push.example/asas' }, bo);
    expect([await devices(), await devices(bo)]).toEqual([[], ['device bos']]);
  });

  test('D78 above the limit the device that renewed first is not pushed any more', async () => {
    await logIn('page');
    for (const number of [1, 2, 3])
      await put(
        'page',
        { instance: `${number}`, endpoint: `https://p/${number}`, renewedAt: number },
        asa,
        2,
      );
    expect(await devices()).toEqual(['3', '2']);
  });

  test('D78 without a session there is no subscription', async () => {
    const bo = (await addAccount(storage.repositories, 'bo')).id;
    await logIn('bos', bo);
    expect([await put('gone'), await put('bos')]).toEqual([false, false]);
    expect(await devices()).toEqual([]);
  });

  test('D78 the end of a session ends its pushes, except to a device that logs in by itself', async () => {
    const { sessions } = storage.repositories;
    for (const token of ['expired', 'removed', 'stays', 'other']) {
      await logIn(token, asa, token === 'expired' ? 1 : 1000);
      await put(token, { staysLoggedIn: token === 'stays' });
    }
    await sessions.removeOlderThan(500);
    await sessions.remove('removed');
    await sessions.remove('stays');
    expect((await devices()).toSorted()).toEqual(['device other', 'device stays']);
  });

  test('D78 a log-out ends the pushes to this device, also if it logs in by itself', async () => {
    for (const token of ['one', 'two']) {
      await logIn(token);
      await put(token, { staysLoggedIn: true });
    }
    await storage.repositories.sessions.logOut('one');
    expect(await devices()).toEqual(['device two']);
  });

  test('D78 D112 the end of a one-click link ends its pushes, also to a browser that says that it logs in by itself', async () => {
    const { sessions } = storage.repositories;
    for (const token of ['of link', 'of other link', 'of password']) {
      const kioskLink = token === 'of password' ? undefined : token;
      await sessions.add({ tokenHash: token, accountId: asa, lastUsedAt: 1000, kioskLink }, 10);
      await put(token, { staysLoggedIn: true });
    }
    await sessions.endOfLinks('of link');
    expect((await devices()).toSorted()).toEqual(['device of other link', 'device of password']);
    await sessions.endOfLinks();
    expect(await devices()).toEqual(['device of password']);
  });

  test('D78 D100 the end of all other sessions ends the pushes to all devices but that of the session that stays', async () => {
    const { sessions } = storage.repositories;
    for (const token of ['left', 'kept', 'other']) {
      await logIn(token);
      await put(token, { staysLoggedIn: true });
    }
    await sessions.remove('left');
    await sessions.endAll(asa, 'kept');
    expect(await devices()).toEqual(['device kept']);
    await sessions.endAll(asa);
    expect(await devices()).toEqual([]);
  });

  test('D78 a new password ends the pushes to all devices but that of the session that stays', async () => {
    const { sessions } = storage.repositories;
    for (const token of ['left', 'kept', 'other']) {
      await logIn(token);
      await put(token, { staysLoggedIn: true });
    }
    await sessions.remove('left');
    await sessions.removeAll(asa, 'kept');
    expect(await devices()).toEqual(['device kept']);
    await sessions.removeAll(asa);
    expect(await devices()).toEqual([]);
  });

  test('D78 disabling or removing an account ends its pushes', async () => {
    const { accounts, sessions, pushSubscriptions } = storage.repositories;
    await logIn('page');
    await put('page', { staysLoggedIn: true });
    await sessions.removeSipSecrets(asa);
    expect(await devices()).toEqual([]);
    await put('page', { staysLoggedIn: true });
    const [{ id } = expect.fail('no subscription')] = await pushSubscriptions.list(asa);
    expect(await pushSubscriptions.find(id)).toMatchObject({ id, instance: 'device page' });
    await accounts.remove(asa);
    expect(await pushSubscriptions.find(id)).toBeUndefined();
  });

  test('D78 a device, or one subscription, is removed by its name', async () => {
    const { pushSubscriptions } = storage.repositories;
    for (const token of ['one', 'two', 'three']) {
      await logIn(token);
      await put(token);
    }
    await pushSubscriptions.removeDevice(asa, 'device one');
    await pushSubscriptions.removeDevice('another account', 'device two');
    const found = await pushSubscriptions.list(asa);
    const two = found.find(({ instance }) => instance === 'device two') ?? expect.fail('no device two');
    await pushSubscriptions.removeEnded({ id: two.id, endpoint: 'https://push.example/before' });
    expect((await devices()).toSorted()).toEqual(['device three', 'device two']);
    await pushSubscriptions.removeEnded(two);
    expect(await devices()).toEqual(['device three']);
  });

  test('D78 a subscription that was not renewed for 60 days is removed', async () => {
    const clock = createFakeClock();
    await logIn('page', asa, clock.now() + PUSH_LIFETIME_MS);
    await put('page', { staysLoggedIn: true, renewedAt: clock.now() - PUSH_LIFETIME_MS - 1 });
    await put('page', { instance: 'young', endpoint: 'https://p/y', renewedAt: clock.now() });
    const sweep = {
      repositories: storage.repositories,
      callRecordDays: 90,
      messageDays: 0,
      auditDays: 0,
      clock,
      log: { error: vi.fn() },
    };
    (await startSweeping(sweep))();
    expect(await devices()).toEqual(['young']);
  });
});
