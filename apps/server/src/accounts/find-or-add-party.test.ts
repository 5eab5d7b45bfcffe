import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { onEachStorage, type TestStorage } from '../storage/testing/each-storage.ts';
import { findOrAddParty } from './find-or-add-party.ts';

let place: TestStorage;
let storage: { repositories: Repositories; close(): Promise<void> };

const find = (secret: string) =>
  findOrAddParty(storage.repositories.accounts, {
    name: 'mailbox',
    domain: 'demo.example',
    createSecret: () => secret,
  });

onEachStorage((create) => {
  beforeEach(async () => {
    place = await create();
    storage = await place.open();
  });
  afterEach(async () => {
    await storage.close();
    place.remove();
  });

  test('A-066 a party has an account from its first start on, which nobody can log in to', async () => {
    const [first, second] = [await find('first'), await find('second')];
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      kind: 'party',
      addresses: ['mailbox@demo.example'],
      sipPassword: 'first',
      passwordHash: undefined,
    });
  });

  test('A-066 somebody of that name is not made to answer for everybody', async () => {
    await storage.repositories.accounts.add({
      kind: 'person',
      username: 'mailbox',
      passwordHash: undefined,
      sipPassword: 'own',
      organisationId: 1,
      status: 'active',
      addresses: [],
      properties: [],
    });
    expect(await find('other')).toBeUndefined();
  });
});
