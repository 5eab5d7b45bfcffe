import { afterEach, beforeEach, expect, test } from 'vitest';
import { wholeList } from '../repositories/in-pages.ts';
import type { Repositories } from '../repositories/repositories.ts';
import { onEachStorage } from '../testing/each-storage.ts';

onEachStorage((create) => {
  let repositories: Repositories;
  let end: () => Promise<void>;

  beforeEach(async () => {
    const storage = await create();
    const opened = await storage.open();
    ({ repositories } = opened);
    end = async () => {
      await opened.close();
      storage.remove();
    };
  });
  afterEach(() => end());

  const link = (
    name: string,
    madeAt: number,
    more: { accountId?: string; organisationId?: number } = {},
  ) => ({
    organisationId: 1,
    accountId: undefined,
    name,
    to: 'echo@demo.example',
    ivr: '',
    ref: '',
    madeBy: 'alice',
    madeAt,
    expiresAt: madeAt + 100,
    ...more,
  });
  const names = async (now: number) =>
    (await wholeList(repositories.kioskLinks.all(now))).map(({ name }) => name);

  test('D112 links are listed from the newest on, until they expire, and are then removed', async () => {
    const { kioskLinks } = repositories;
    for (const [name, madeAt] of [
      ['A', 10],
      ['B', 30],
      ['C', 20],
    ] as const)
      await kioskLinks.add(link(name, madeAt), 10);
    expect(await names(30)).toEqual(['B', 'C', 'A']);
    const [first] = await wholeList(kioskLinks.all(30));
    expect((await wholeList(kioskLinks.all(30, first))).map(({ name }) => name)).toEqual(['C', 'A']);
    expect(await names(120)).toEqual(['B']);
    expect(await names(110)).toEqual(['B', 'C']);
    await kioskLinks.removeExpired(110);
    expect(await names(0)).toEqual(['B', 'C']);
    expect(await kioskLinks.remove(first?.id ?? '')).toBe(true);
    expect(await kioskLinks.remove(first?.id ?? '')).toBe(false);
    expect(await kioskLinks.find(first?.id ?? '')).toBeUndefined();
  });

  test('D112 an organisation has a limited number of links that work', async () => {
    const { kioskLinks } = repositories;
    const added = await Promise.all([1, 2, 3].map((madeAt) => kioskLinks.add(link('A', madeAt), 2)));
    expect(added.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'done', 'full']);
    expect((await kioskLinks.add(link('B', 4, { organisationId: 2 }), 2)).outcome).toBe('done');
    expect((await kioskLinks.add(link('C', 500), 2)).outcome).toBe('done');
  });

  test('D112 a link knows the account as which it logs in, and goes with it', async () => {
    const { accounts, kioskLinks } = repositories;
    const account = await accounts.add({
      kind: 'person',
      username: 'bobby',
      passwordHash: undefined,
      organisationId: 1,
      status: 'active',
      addresses: ['bobby@demo.example'],
      properties: [],
    });
    const accountId = account?.id ?? expect.fail();
    await kioskLinks.add(link('Own', 1, { accountId }), 10);
    await kioskLinks.add(link('Other', 2), 10);
    expect(await kioskLinks.ofAccount(accountId)).toMatchObject([{ name: 'Own', username: 'bobby' }]);
    await accounts.remove(accountId);
    expect(await names(3)).toEqual(['Other']);
  });
});
