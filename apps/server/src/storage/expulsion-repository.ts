import type { Database } from './database.ts';
import type { ExpulsionRepository } from './repositories.ts';

export function createExpulsionRepository(database: Database): ExpulsionRepository {
  return {
    async add(username) {
      await database.insertInto('expulsion').values({ username }).execute();
    },
    async take() {
      const rows = await database.deleteFrom('expulsion').returning('username').execute();
      return [...new Set(rows.map(({ username }) => username))];
    },
  };
}
