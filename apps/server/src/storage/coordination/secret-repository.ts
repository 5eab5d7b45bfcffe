import type { Database } from '../database/database.ts';
import type { SecretRepository } from '../repositories/repositories.ts';

export function createSecretRepository(database: Database): SecretRepository {
  async function find(name: string): Promise<string | undefined> {
    const row = await database
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', name)
      .executeTakeFirst();
    return row?.value;
  }
  return {
    find,
    async findOrAdd(name, value) {
      // Two processes may start at the same time: the second one reads the secret of the first.
      await database
        .insertInto('server_secret')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doNothing())
        .execute();
      return (await find(name)) ?? value;
    },
    async replace(name, value) {
      await database
        .insertInto('server_secret')
        .values({ name, value })
        .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
        .execute();
    },
  };
}
