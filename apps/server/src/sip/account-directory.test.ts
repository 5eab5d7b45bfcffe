import { expect, test } from 'vitest';
import type { Account, AccountStatus } from '../domain/account.ts';
import type { AccountRepository } from '../storage/repositories.ts';
import { createAccountDirectory } from './account-directory.ts';

const directoryOf = (status: AccountStatus) => {
  const account: Account = {
    id: '1',
    kind: 'person',
    username: 'alice',
    passwordHash: 'hash',
    sipPassword: 'sip',
    organisationId: 1,
    status,
    addresses: ['alice@demo.example'],
    properties: [],
  };
  const find = { findByUsername: 'alice', findByAddress: 'alice@demo.example' };
  return createAccountDirectory({
    findByUsername: async (name) => (name === find.findByUsername ? account : undefined),
    findByAddress: async (address) => (address === find.findByAddress ? account : undefined),
  } as Pick<AccountRepository, 'findByUsername' | 'findByAddress'> as AccountRepository);
};

test('D8 an active account registers with its SIP secret and can be called', async () => {
  const directory = directoryOf('active');
  expect(await directory.findCredentials('alice', 'alice@demo.example')).toEqual({
    username: 'alice',
    addresses: ['alice@demo.example'],
    sipPassword: 'sip',
    isParty: false,
    isAnonymous: false,
  });
  expect(await directory.findCredentials('bobby', 'bobby@demo.example')).toBeUndefined();
  expect(await directory.isKnownAddress('alice@demo.example')).toBe(true);
  expect(await directory.isKnownAddress('bobby@demo.example')).toBe(false);
});

test.each(['disabled', 'unverified', 'awaitingApproval'] as const)(
  'A-056 an account that is %s neither registers nor is known',
  async (status) => {
    const directory = directoryOf(status);
    expect(await directory.findCredentials('alice', 'alice@demo.example')).toBeUndefined();
    expect(await directory.isKnownAddress('alice@demo.example')).toBe(false);
  },
);

test('A-035 ANON-04 anonymous callers share a username, and the address tells whose SIP secret counts', async () => {
  const stranger = (name: string): Account => ({
    id: name,
    kind: 'anonymous',
    username: name,
    passwordHash: undefined,
    sipPassword: `secret of ${name}`,
    organisationId: 1,
    status: 'active',
    addresses: [`${name}@demo.example`],
    properties: [{ key: 'USERNAME', value: 'anonymous' }],
  });
  const strangers = [stranger('anonymous-1'), stranger('anonymous-2')];
  const directory = createAccountDirectory({
    findByUsername: async (name) => strangers.find(({ username }) => username === name),
    findByAddress: async (address) => strangers.find(({ addresses }) => addresses.includes(address)),
  } as Pick<AccountRepository, 'findByUsername' | 'findByAddress'> as AccountRepository);
  expect(await directory.findCredentials('anonymous', 'anonymous-2@demo.example')).toMatchObject({
    username: 'anonymous-2',
    sipPassword: 'secret of anonymous-2',
  });
  expect(await directory.findCredentials('anonymous', 'alice@demo.example')).toBeUndefined();
  expect(await directory.findCredentials('alice', 'anonymous-1@demo.example')).toBeUndefined();
});
