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

  const entry = (name: string, more: { type?: string; category?: string; organisationId?: number } = {}) => ({
    name,
    phone: 'echo',
    type: '',
    category: '',
    image: '',
    isFeatured: false,
    isHeading: false,
    organisationId: undefined,
    ...more,
  });
  const names = async () => (await wholeList(repositories.directoryList.all())).map(({ name }) => name);
  const types = async (organisationId?: number) =>
    (await repositories.directory.groups(organisationId)).types.map(({ name }) => name);

  test('D112 entries stand in the order in which they were added, with their types by name', async () => {
    const { directoryList, directory } = repositories;
    await directoryList.add(entry('B', { type: 'Shop', category: 'Day' }), 10);
    await directoryList.add(entry('A', { type: 'Shop', organisationId: 1 }), 10);
    expect(await names()).toEqual(['B', 'A']);
    const [first] = await wholeList(directoryList.all());
    expect(first).toMatchObject({ type: 'Shop', category: 'Day', organisationId: undefined });
    expect((await wholeList(directoryList.all(first))).map(({ name }) => name)).toEqual(['A']);
    const [seen] = await wholeList(directory.entries(2));
    const { types: groups } = await directory.groups(2);
    expect(seen).toMatchObject({ name: 'B', type: { id: groups[0]?.id } });
    expect(await wholeList(directory.entries(2))).toHaveLength(1);
  });

  test('D112 a type is made once, is told to those who see an entry of it, and goes with the last one', async () => {
    const { directoryList } = repositories;
    const added = await Promise.all([
      directoryList.add(entry('A', { type: 'New', organisationId: 1 }), 10),
      directoryList.add(entry('B', { type: 'New', organisationId: 1 }), 10),
      directoryList.add(entry('C', { type: 'Common' }), 10),
    ]);
    const ids = added.map((result) => (result.outcome === 'done' ? result.id : ''));
    expect((await types()).toSorted()).toEqual(['Common', 'New']);
    expect(await types(2)).toEqual(['Common']);
    await directoryList.remove(ids[0] ?? '');
    expect(await types(1)).toHaveLength(2);
    await directoryList.update(ids[1] ?? '', entry('B', { organisationId: 1 }), 10);
    expect(await types()).toEqual(['Common']);
  });

  test('D112 an entry exists once in an organisation, which has a limited number; a removed one is gone', async () => {
    const { directoryList } = repositories;
    const added = await Promise.all([directoryList.add(entry('A'), 2), directoryList.add(entry('A'), 2)]);
    expect(added.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'exists']);
    const second = await directoryList.add(entry('B'), 2);
    const id = second.outcome === 'done' ? second.id : expect.fail();
    expect((await directoryList.add(entry('C'), 2)).outcome).toBe('full');
    expect((await directoryList.add(entry('A', { organisationId: 1 }), 2)).outcome).toBe('done');
    expect(await directoryList.update(id, entry('A'), 2)).toEqual({ outcome: 'exists' });
    expect(await directoryList.update(id, entry('C'), 2)).toEqual({ outcome: 'done', id });
    expect(await directoryList.remove(id)).toBe(true);
    expect(await directoryList.remove(id)).toBe(false);
    expect(await directoryList.update(id, entry('D'), 2)).toEqual({ outcome: 'gone' });
    expect(await directoryList.find(id)).toBeUndefined();
  });
});
