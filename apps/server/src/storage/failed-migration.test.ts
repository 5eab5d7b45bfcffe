import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { emptyBeside, onEachStorage } from './testing/each-storage.ts';
import { makeOlderDatabase } from './testing/older-database.ts';

onEachStorage((create) => {
  test('D24 a migration that fails leaves the database as it was, and works once the cause is gone', async () => {
    const place = emptyBeside(await create());
    onTestFinished(() => place.remove());
    const older = '0014-do-not-disturb';
    // The last statement of the next migration makes an index of this name.
    await makeOlderDatabase(place, older, async (database) => {
      await sql`create index message_age on message (timestamp)`.execute(database);
    });
    await expect(place.open()).rejects.toThrow(/could not be brought up to date: .*message_age/);
    await makeOlderDatabase(place, older, async (database) => {
      await expect(sql`select * from account_deletion`.execute(database)).rejects.toThrow();
      await sql`drop index message_age`.execute(database);
    });
    await (await place.open()).close();
  });
});
