import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { NewAccount } from './repositories/repositories.ts';
import { KIOSK_SECRET, readOrCreateSecret } from './secret-file.ts';
import { addAccount } from './testing/accounts-of-tests.ts';
import { onEachOpenStorage, place, storage } from './testing/open-storage.ts';

const added = (username: string, more: Partial<NewAccount> = {}) =>
  addAccount(storage.repositories, username, {
    properties: [{ key: 'EMAIL', value: `${username}@mail.example` }],
    ...more,
  });

onEachOpenStorage(() => {
  test('SIGNUP-17 an account is found by its e-mail address in any case, and no other account gets the same one', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('asa', { language: 'sv' });
    expect(await accounts.findByEmail(' ASA@mail.example')).toEqual(asa);
    expect(asa.language).toBe('sv');
    expect(await accounts.findByEmail('asa')).toBeUndefined();
    const bo = {
      ...asa,
      username: 'bo',
      addresses: [],
      properties: [{ key: 'EMAIL', value: 'Asa@mail.example' }],
    };
    expect(await accounts.add(bo)).toBeUndefined();
    // The same text under another key is not an e-mail address.
    await added('carl', { properties: [{ key: 'CITY', value: 'asa@mail.example' }] });
  });

  test('PROFILE-07 a property is added, changed and removed, and keeps its position', async () => {
    const { accounts } = storage.repositories;
    const asa = await added('asa');
    await added('bo');
    await accounts.setProperty(asa.id, { key: 'CITY', value: 'Åby' });
    await accounts.setProperty(asa.id, { key: 'EMAIL', value: 'new@mail.example' });
    expect((await accounts.findById(asa.id))?.properties).toEqual([
      { key: 'EMAIL', value: 'new@mail.example' },
      { key: 'CITY', value: 'Åby' },
    ]);
    expect(await accounts.setProperty(asa.id, { key: 'EMAIL', value: 'BO@mail.example' })).toBe(false);
    expect(await accounts.setProperty(asa.id, { key: 'EMAIL', value: 'NEW@mail.example' })).toBe(true);
    await accounts.setProperty(asa.id, { key: 'CITY', value: '' });
    expect((await accounts.findById(asa.id))?.properties).toHaveLength(1);
  });

  test('D24 accounts are listed by name, and removed with all their data', async () => {
    const { accounts, sessions, settings } = storage.repositories;
    const bo = await added('bo');
    await added('asa');
    await sessions.add({ tokenHash: 'token', accountId: bo.id, lastUsedAt: 1 }, 10);
    await settings.set(bo.id, 'web', { key: 'WEB_FONT', value: 'arial' });
    expect((await accounts.list()).map(({ username }) => username)).toEqual(['asa', 'bo']);
    await accounts.remove(bo.id);
    expect(await sessions.find('token')).toBeUndefined();
    expect(await accounts.findByEmail('bo@mail.example')).toBeUndefined();
    await added('bo');
  });

  test('A-035 anonymous accounts without a session are swept, no others', async () => {
    const { accounts, sessions } = storage.repositories;
    await added('asa');
    const staying = await added('anonymous-1', { kind: 'anonymous', properties: [] });
    await added('anonymous-2', { kind: 'anonymous', properties: [] });
    await sessions.add({ tokenHash: 'token', accountId: staying.id, lastUsedAt: 1 }, 10);
    expect(await accounts.removeLeftAnonymous(0)).toEqual(['anonymous-2']);
    expect((await accounts.list()).map(({ username }) => username)).toEqual(['anonymous-1', 'asa']);
  });

  test('D8 every session of an account ends except the given one', async () => {
    const { sessions } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    for (const tokenHash of ['one', 'two'])
      await sessions.add({ tokenHash, accountId: asa.id, lastUsedAt: 1 }, 10);
    await sessions.add({ tokenHash: 'bo', accountId: bo.id, lastUsedAt: 1 }, 10);
    await sessions.removeAll(asa.id, 'two');
    expect(await Promise.all(['one', 'two', 'bo'].map((token) => sessions.find(token)))).toMatchObject([
      undefined,
      {},
      {},
    ]);
    await sessions.removeAll(asa.id);
    expect(await sessions.find('two')).toBeUndefined();
  });

  test('A-032 A-033 a key is used once; a new one of the same kind replaces it; old ones are removed', async () => {
    const { oneTimeKeys } = storage.repositories;
    const { id } = await added('asa');
    const key = (keyHash: string, purpose: 'verification' | 'reset', expiresAt = 100) =>
      oneTimeKeys.add({ keyHash, accountId: id, purpose, expiresAt });
    await key('first', 'reset');
    await key('proof', 'verification', 500);
    await key('second', 'reset');
    expect(await oneTimeKeys.find('first')).toBeUndefined();
    const uses = await Promise.all([oneTimeKeys.use('second', 1), oneTimeKeys.use('second', 1)]);
    expect(uses.toSorted()).toEqual([false, true]);
    expect(await oneTimeKeys.find('second')).toEqual({
      keyHash: 'second',
      accountId: id,
      purpose: 'reset',
      expiresAt: 100,
      isUsed: true,
    });
    expect(await oneTimeKeys.use('unknown', 1)).toBe(false);
    await oneTimeKeys.removeExpiredBefore(200);
    expect(await oneTimeKeys.find('second')).toBeUndefined();
    expect(await oneTimeKeys.find('proof')).toMatchObject({ isUsed: false });
  });

  test('A-032 a change of the password or the e-mail address revokes every unused link of the account, and of no other', async () => {
    const { accounts, oneTimeKeys } = storage.repositories;
    const asa = await added('asa');
    const bo = await added('bo');
    const purposes = ['verification', 'reset', 'email'] as const;
    async function renew(): Promise<void> {
      for (const { id } of [asa, bo])
        for (const purpose of purposes)
          await oneTimeKeys.add({ keyHash: `${id} ${purpose}`, accountId: id, purpose, expiresAt: 100 });
    }
    const alive = async ({ id }: { readonly id: string }) => {
      const found = await Promise.all(purposes.map((purpose) => oneTimeKeys.find(`${id} ${purpose}`)));
      return purposes.filter((_, index) => found[index] !== undefined);
    };
    await renew();
    await oneTimeKeys.use(`${asa.id} verification`, 1);
    expect(await accounts.changePassword(asa.id, 'new hash')).toBe(true);
    // The key of a link that was already used stays: a second click on it is not an error.
    expect(await alive(asa)).toEqual(['verification']);
    expect(await oneTimeKeys.use(`${asa.id} reset`, 2)).toBe(false);
    expect(await alive(bo)).toEqual(purposes);

    await renew();
    await accounts.setProperty(asa.id, { key: 'EMAIL', value: 'asa@mail.example' });
    await accounts.setProperty(asa.id, { key: 'CITY', value: 'Lund' });
    expect(await alive(asa)).toEqual(purposes);
    await accounts.setProperty(asa.id, { key: 'EMAIL', value: 'new@mail.example' });
    expect(await alive(asa)).toEqual([]);

    await renew();
    await accounts.setProperty(asa.id, { key: 'EMAIL', value: '' });
    expect(await alive(asa)).toEqual([]);
    expect(await alive(bo)).toEqual(purposes);
  });

  test('A-032 a link allows one change of the password: only one of two at the same time, and none after another change', async () => {
    const { accounts, oneTimeKeys } = storage.repositories;
    const { id } = await added('asa');
    const spent = { keyHash: 'link', now: 5 };
    await oneTimeKeys.add({ keyHash: 'link', accountId: id, purpose: 'reset', expiresAt: 100 });
    const results = await Promise.all([
      accounts.changePassword(id, 'one', spent),
      accounts.changePassword(id, 'one', spent),
    ]);
    expect(results.toSorted()).toEqual([false, true]);
    await oneTimeKeys.add({ keyHash: 'link', accountId: id, purpose: 'reset', expiresAt: 100 });
    await Promise.all([accounts.changePassword(id, 'own'), accounts.changePassword(id, 'by link', spent)]);
    expect(await accounts.changePassword(id, 'too late', spent)).toBe(false);
    expect((await accounts.findById(id))?.passwordHash).toBe('own');
  });

  test('PROFILE-09 a new e-mail address waits for its link, one per account, and goes to one account only', async () => {
    const { accounts, oneTimeKeys } = storage.repositories;
    const asa = await added('asa');
    const bo = await added('bo');
    const ask = (accountId: string, keyHash: string, email: string) =>
      oneTimeKeys.add({ keyHash, accountId, purpose: 'email', expiresAt: 100, email });
    await ask(asa.id, 'first', 'first@mail.example');
    await ask(asa.id, 'second', 'second@mail.example');
    expect(await oneTimeKeys.find('first')).toBeUndefined();
    expect(await oneTimeKeys.find('second')).toMatchObject({ email: 'second@mail.example', isUsed: false });
    expect(await oneTimeKeys.pendingEmail(asa.id, 99)).toBe('second@mail.example');
    expect(await oneTimeKeys.pendingEmail(asa.id, 100)).toBeUndefined();
    expect(await oneTimeKeys.pendingEmail(bo.id, 99)).toBeUndefined();
    await ask(bo.id, 'third', 'SECOND@mail.example');
    await oneTimeKeys.add({ keyHash: 'reset', accountId: asa.id, purpose: 'reset', expiresAt: 100 });

    const spend = (keyHash: string) => ({ keyHash, now: 50 });
    const changes = await Promise.all([
      accounts.changeEmail(asa.id, 'second@mail.example', spend('second')),
      accounts.changeEmail(asa.id, 'second@mail.example', spend('second')),
    ]);
    expect(changes.toSorted()).toEqual(['changed', 'linkDead']);
    expect(await accounts.changeEmail(bo.id, 'SECOND@mail.example', spend('third'))).toBe('taken');
    expect((await accounts.findByEmail('second@mail.example'))?.id).toBe(asa.id);
    expect(await oneTimeKeys.pendingEmail(asa.id, 50)).toBeUndefined();
    expect(await oneTimeKeys.find('reset')).toBeUndefined();
    expect(await oneTimeKeys.find('second')).toMatchObject({ isUsed: true });
    await oneTimeKeys.removeAll(bo.id, 'email');
    expect(await oneTimeKeys.pendingEmail(bo.id, 50)).toBeUndefined();
  });

  test('VERIFY-05 A-033 an account is abandoned when it is unverified and every key mailed for it has expired', async () => {
    const { accounts, oneTimeKeys } = storage.repositories;
    const key = (accountId: string, expiresAt: number, purpose: 'verification' | 'reset' = 'verification') =>
      oneTimeKeys.add({ keyHash: `${accountId} ${purpose}`, accountId, purpose, expiresAt });
    const late = await added('late', { status: 'unverified' });
    const later = await added('later', { status: 'unverified' });
    const saved = await added('saved', { status: 'unverified' });
    const active = await added('active');
    const new1 = await added('new1', { status: 'unverified' });
    for (const { id } of [late, saved, active]) await key(id, 100);
    await key(later.id, 101);
    await key(saved.id, 200, 'reset');

    const everybody = [late, later, saved, active, new1];
    const abandonedAt = async (time: number) => {
      const answers = await Promise.all(everybody.map(({ id }) => accounts.isAbandoned(id, time)));
      return everybody.filter((_, index) => answers[index]).map(({ username }) => username);
    };
    expect(await abandonedAt(99)).toEqual([]);
    expect(await abandonedAt(100)).toEqual(['late']);
    expect(await abandonedAt(200)).toEqual(['late', 'later', 'saved']);

    const names = async () => (await accounts.list()).map(({ username }) => username);
    await accounts.removeAbandoned(200, later.id);
    await accounts.removeAbandoned(200, active.id);
    expect(await names()).toEqual(['active', 'late', 'new1', 'saved']);
    await accounts.removeAbandoned(199);
    expect(await names()).toEqual(['active', 'new1', 'saved']);
  });

  test('BRAND-08 the settings of organisations are separate and can be removed', async () => {
    const { organisations } = storage.repositories;
    await organisations.set(1, { key: 'A', value: '1' });
    await organisations.set(1, { key: 'A', value: '2' });
    await organisations.set(2, { key: 'A', value: '3' });
    expect(await organisations.list(1)).toEqual([{ key: 'A', value: '2' }]);
    await organisations.remove(1, 'A');
    expect([await organisations.list(1), await organisations.list(2)]).toEqual([
      [],
      [{ key: 'A', value: '3' }],
    ]);
  });

  test('D8 another process adds revocations, and each is taken once', async () => {
    const other = await place.open();
    await other.repositories.revocations.add('asa');
    await other.repositories.revocations.add('asa');
    await other.close();
    expect(await storage.repositories.revocations.take()).toEqual([{ username: 'asa' }]);
    expect(await storage.repositories.revocations.take()).toEqual([]);
  });

  test('A-112 the key that signs links outlives the process and is for its owner only', () => {
    const { dataDir } = place;
    const secret = readOrCreateSecret(dataDir, KIOSK_SECRET);
    expect(secret).toHaveLength(32);
    expect(readOrCreateSecret(dataDir, KIOSK_SECRET)).toEqual(secret);
    expect(statSync(join(dataDir, 'kiosk.key')).mode & 0o077).toBe(0);
    expect(readFileSync(join(dataDir, 'kiosk.key'), 'utf8')).not.toBe('');
    writeFileSync(join(dataDir, 'kiosk.key'), 'short');
    expect(() => readOrCreateSecret(dataDir, KIOSK_SECRET)).toThrow('Remove it');
  });
});
