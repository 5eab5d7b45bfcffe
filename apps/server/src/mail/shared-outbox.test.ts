import { join } from 'node:path';
import { expect, test } from 'vitest';
import { onEachOpenStorage, place, storage } from '../storage/testing/open-storage.ts';
import { createOutbox } from './outbox.ts';
import { createSharedOutbox, moveMails } from './shared-outbox.ts';

const START = Date.parse('2026-01-01T00:00:00Z');
const mailTo = (to: string) => ({ to, subject: 'Hello', text: 'x'.repeat(100) });
let time = START;
const now = (): number => (time += 1);
const shared = (room = {}) =>
  createSharedOutbox(storage.repositories, now, { mails: 3, bytes: 10_000, dropsOldest: false, ...room });
const receivers = async (outbox: ReturnType<typeof shared>): Promise<string[]> => {
  const found: string[] = [];
  for await (const { mail } of outbox.waiting()) found.push(mail.to);
  return found;
};

onEachOpenStorage(() => {
  test('D105 mails of all processes wait in their order, and each is removed once', async () => {
    const [one, two] = [shared(), shared()];
    expect(await one.keep(mailTo('a'))).toBe(true);
    expect(await two.keep(mailTo('b'))).toBe(true);
    expect(await receivers(one)).toEqual(['a', 'b']);
    expect((await two.list(1)).map(({ to }) => to)).toEqual(['b']);
    for await (const { name, mail } of two.waiting()) if (mail.to === 'a') await two.remove(name);
    expect([await one.count(), await receivers(one)]).toEqual([1, ['b']]);
  });

  test('D105 the room is that of all processes together, also for mails of the same moment', async () => {
    const [one, two] = [shared(), shared()];
    const kept = await Promise.all(
      Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? one : two).keep(mailTo(String(index)))),
    );
    expect(kept.filter(Boolean)).toHaveLength(3);
    expect(await one.hasRoom()).toBe(false);
    expect(await shared({ bytes: 200 }).keep(mailTo('x'))).toBe(false);
    const demo = shared({ dropsOldest: true });
    expect([await demo.hasRoom(), await demo.keep(mailTo('new'))]).toEqual([true, true]);
    expect((await receivers(demo)).at(-1)).toBe('new');
    expect(await demo.count()).toBe(3);
  });

  test('D105 mails move to the database and back when the setting changes, as far as there is room', async () => {
    const folder = createOutbox(join(place.dataDir, 'outbox'), now);
    for (const to of ['a', 'b', 'c', 'd']) await folder.keep(mailTo(to));
    const database = shared();
    await moveMails(folder, database);
    expect([await receivers(database), await folder.count()]).toEqual([['a', 'b', 'c'], 1]);
    await moveMails(database, folder);
    expect([await database.count(), await folder.count()]).toEqual([0, 4]);
  });
});
