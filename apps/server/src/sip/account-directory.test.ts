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
  expect(await directory.findCredentials('alice')).toEqual({
    username: 'alice',
    addresses: ['alice@demo.example'],
    sipPassword: 'sip',
  });
  expect(await directory.findCredentials('bobby')).toBeUndefined();
  expect(await directory.isKnownAddress('alice@demo.example')).toBe(true);
  expect(await directory.isKnownAddress('bobby@demo.example')).toBe(false);
});

test.each(['disabled', 'unverified', 'awaitingApproval'] as const)(
  'A-056 an account that is %s neither registers nor is known',
  async (status) => {
    const directory = directoryOf(status);
    expect(await directory.findCredentials('alice')).toBeUndefined();
    expect(await directory.isKnownAddress('alice@demo.example')).toBe(false);
  },
);
