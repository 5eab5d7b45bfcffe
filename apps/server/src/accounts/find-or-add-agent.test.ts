import { expect, test } from 'vitest';
import { onEachOpenStorage, storage } from '../storage/testing/open-storage.ts';
import { findOrAddAgent } from './find-or-add-agent.ts';

const find = (secret: string) =>
  findOrAddAgent(storage.repositories.accounts, {
    name: 'mailbox',
    domain: 'demo.example',
    createSecret: () => secret,
  });

onEachOpenStorage(() => {
  test('A-066 a server agent gets an account at the first start, which has no login', async () => {
    const [first, second] = [await find('first'), await find('second')];
    expect(second).toEqual(first);
    expect(first).toMatchObject({
      kind: 'party',
      addresses: ['mailbox@demo.example'],
      sipPassword: 'first',
      passwordHash: undefined,
    });
  });

  test('A-066 a person with the name of an agent does not become the agent', async () => {
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
