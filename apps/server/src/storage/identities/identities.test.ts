import { expect, test } from 'vitest';
import { addAccount } from '../testing/accounts-of-tests.ts';
import { onEachOpenStorage, reopen, storage } from '../testing/open-storage.ts';

const added = async (username: string) => (await addAccount(storage.repositories, username)).id;
const person = { issuer: 'https://login.example', subject: 'P-1' };
const signedIn = { ...person, sid: 's-1', idToken: 'token' };
const taken = async () => storage.repositories.revocations.take();

onEachOpenStorage(() => {
  test('D99 an identity belongs to one account, and an account has one at each issuer', async () => {
    const { identities } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    const connected = { ...person, accountId: asa, connectedAt: 5 };
    expect(await identities.connect(connected)).toBe(true);
    expect(await identities.connect({ ...connected, accountId: bo })).toBe(false);
    expect(await identities.connect({ ...connected, subject: 'P-2' })).toBe(false);
    // Subjects are compared with case (OpenID Connect Core §2).
    expect(await identities.connect({ ...connected, subject: 'p-1', accountId: bo })).toBe(true);
    expect(await identities.connect({ ...connected, issuer: 'https://other.example' })).toBe(true);
    await reopen();
    const again = storage.repositories.identities;
    expect(await again.find(person)).toEqual(connected);
    expect(await again.list(asa)).toHaveLength(2);
    expect(await again.disconnect(asa)).toBe(true);
    expect(await again.disconnect(asa)).toBe(false);
    expect(await again.find(person)).toBeUndefined();
    expect(await again.list(bo)).toHaveLength(1);
  });

  test('D99 of two requests at the same time one connects', async () => {
    const { identities } = storage.repositories;
    const [asa, bo] = [await added('asa'), await added('bo')];
    const results = await Promise.all(
      [asa, bo].map((accountId) => identities.connect({ ...person, accountId, connectedAt: 1 })),
    );
    expect(results.filter((isConnected) => isConnected)).toHaveLength(1);
  });

  test('D99 the identity goes with the account, and the sign-in with the session', async () => {
    const { accounts, identities, sessions } = storage.repositories;
    const asa = await added('asa');
    await identities.connect({ ...person, accountId: asa, connectedAt: 1 });
    await sessions.add({ tokenHash: 'a', accountId: asa, lastUsedAt: 1, sipSecret: 's' }, 10, signedIn);
    expect(await sessions.providerOf('a')).toEqual(signedIn);
    await sessions.logOut('a');
    expect(await sessions.providerOf('a')).toBeUndefined();
    await accounts.remove(asa);
    expect(await identities.find(person)).toBeUndefined();
  });

  test('D99 a provider ends one of its sessions, or all of a person, and no others', async () => {
    const { sessions } = storage.repositories;
    const asa = await added('asa');
    const session = (tokenHash: string) => ({
      tokenHash,
      accountId: asa,
      lastUsedAt: 1,
      sipSecret: tokenHash,
    });
    await sessions.add(session('password'), 10);
    await sessions.add(session('one'), 10, signedIn);
    await sessions.add(session('two'), 10, { ...signedIn, sid: 's-2' });
    await sessions.add(session('unnamed'), 10, { ...signedIn, sid: undefined });
    await sessions.add(session('elsewhere'), 10, { ...signedIn, issuer: 'https://other.example' });
    await taken();
    const left = async () => {
      const names = ['password', 'one', 'two', 'unnamed', 'elsewhere'];
      const found = await Promise.all(names.map((name) => sessions.find(name)));
      return names.filter((_name, index) => found[index] !== undefined);
    };
    const { issuer, subject } = person;
    expect(await sessions.endAtProvider({ issuer, subject: undefined, sid: undefined })).toEqual([]);
    expect(await sessions.endAtProvider({ issuer, subject: 'P-2', sid: 's-1' })).toEqual([]);
    expect(await sessions.endAtProvider({ issuer, subject, sid: 's-1' })).toEqual([asa]);
    expect(await left()).toEqual(['password', 'two', 'unnamed', 'elsewhere']);
    expect(await taken()).toHaveLength(1);
    expect(await sessions.endAtProvider({ issuer, subject, sid: undefined })).toEqual([asa]);
    expect(await left()).toEqual(['password', 'elsewhere']);
    expect(await taken()).toHaveLength(2);
  });
});
