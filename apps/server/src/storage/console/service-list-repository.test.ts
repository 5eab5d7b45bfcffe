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

  const service = (name: string, organisationId?: number) => ({
    name,
    address: 'echo',
    image: '',
    organisationId,
  });
  const names = async () => (await wholeList(repositories.serviceList.all())).map(({ name }) => name);

  test('D112 services stand in the order in which they were added, behind those of the table', async () => {
    const { serviceList, contacts } = repositories;
    await contacts.replaceServices(1, [{ fname: 'Table', sipaddress: 'ivr', imageUrl: '' }]);
    await serviceList.add(service('B'), 10);
    await serviceList.add(service('A', 1), 10);
    expect(await names()).toEqual(['Table', 'B', 'A']);
    const [first] = await wholeList(serviceList.all());
    expect((await wholeList(serviceList.all(first))).map(({ name }) => name)).toEqual(['B', 'A']);
    expect((await wholeList(contacts.services(2))).map(({ fname }) => fname)).toEqual(['B']);
  });

  test('D112 a service exists once in an organisation, and an organisation has a limited number', async () => {
    const { serviceList } = repositories;
    const added = await Promise.all([
      serviceList.add(service('A', 1), 2),
      serviceList.add(service('A', 1), 2),
      serviceList.add(service('A'), 2),
      serviceList.add(service('A', 2), 2),
    ]);
    expect(added.map(({ outcome }) => outcome).toSorted()).toEqual(['done', 'done', 'done', 'exists']);
    expect((await serviceList.add(service('B', 1), 2)).outcome).toBe('done');
    expect((await serviceList.add(service('C', 1), 2)).outcome).toBe('full');
    expect((await serviceList.add(service('C', 3), 2)).outcome).toBe('done');
  });

  test('D112 a row that the table has twice can still be changed', async () => {
    const { serviceList, contacts } = repositories;
    const row = { fname: 'A', sipaddress: 'echo', imageUrl: '' };
    await contacts.replaceServices(1, [row, row]);
    const [first, second] = await wholeList(serviceList.all());
    const change = (more: object) =>
      serviceList.update(first?.id ?? expect.fail(), { ...service('A', 1), ...more }, 10);
    expect(await change({ image: '/a.png' })).toEqual({ outcome: 'done', id: first?.id });
    expect(await change({ name: 'B' })).toMatchObject({ outcome: 'done' });
    expect(await change({ name: 'A' })).toEqual({ outcome: 'exists' });
    expect(await serviceList.find(second?.id ?? '')).toMatchObject({ name: 'A', image: '' });
  });

  test('D112 a change keeps the place, and one of a removed service changes nothing', async () => {
    const { serviceList } = repositories;
    const first = await serviceList.add(service('A', 1), 2);
    await serviceList.add(service('B', 1), 2);
    const id = first.outcome === 'done' ? first.id : expect.fail();
    expect(await serviceList.update(id, service('B', 1), 2)).toEqual({ outcome: 'exists' });
    expect(await serviceList.update(id, service('C', 1), 2)).toEqual({ outcome: 'done', id });
    expect(await names()).toEqual(['C', 'B']);
    expect(await serviceList.update(id, service('C'), 2)).toEqual({ outcome: 'done', id });
    expect(await serviceList.find(id)).toMatchObject({ name: 'C', organisationId: undefined });
    await serviceList.add(service('D', 1), 2);
    expect(await serviceList.update(id, service('C', 1), 2)).toEqual({ outcome: 'full' });
    expect(await serviceList.remove(id)).toBe(true);
    expect(await serviceList.remove(id)).toBe(false);
    expect(await serviceList.update(id, service('E'), 2)).toEqual({ outcome: 'gone' });
    expect(await serviceList.find('none')).toBeUndefined();
  });
});
