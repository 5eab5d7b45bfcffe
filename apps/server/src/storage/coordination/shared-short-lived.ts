import { sql } from 'kysely';
import type {
  Remembered,
  ShortLived,
  ShortLivedKind,
  ShortLivedLimits,
} from '../../domain/coordination/short-lived.ts';
import type { Database } from '../database/database.ts';
import { databaseNow } from './database-clock.ts';
import { hashedKey } from './hashed-key.ts';

/** Remembers in PostgreSQL for all server processes, by its clock. */
export function createSharedShortLived(database: Database, limits: ShortLivedLimits): ShortLived {
  const rowOf = (kind: ShortLivedKind, key: string, value: string) => ({
    kind,
    key: hashedKey(key),
    value,
    since: databaseNow,
    until: sql<number>`${databaseNow} + ${limits[kind].forMs}::bigint`,
  });
  const isThere = sql<boolean>`until > ${databaseNow}`;
  const renewed = {
    value: sql<string>`excluded.value`,
    since: sql<number>`excluded.since`,
    until: sql<number>`excluded.until`,
  };
  return {
    name: 'shared',
    async put(kind, key, value = '') {
      await database
        .insertInto('short_lived')
        .values(rowOf(kind, key, value))
        .onConflict((conflict) => conflict.columns(['kind', 'key']).doUpdateSet(renewed))
        .execute();
    },
    async add(kind, key) {
      const added = await database
        .insertInto('short_lived')
        .values(rowOf(kind, key, ''))
        .onConflict((conflict) =>
          conflict
            .columns(['kind', 'key'])
            .doUpdateSet(renewed)
            .where(sql<boolean>`short_lived.until <= ${databaseNow}`),
        )
        .returning('kind')
        .executeTakeFirst();
      return added !== undefined;
    },
    find: (kind, key): Promise<Remembered | undefined> =>
      database
        .selectFrom('short_lived')
        .select(['value', 'since'])
        .where('kind', '=', kind)
        .where('key', '=', hashedKey(key))
        .where(isThere)
        .executeTakeFirst(),
    take: (kind, key): Promise<Remembered | undefined> =>
      database
        .deleteFrom('short_lived')
        .where('kind', '=', kind)
        .where('key', '=', hashedKey(key))
        .where(isThere)
        .returning(['value', 'since'])
        .executeTakeFirst(),
  };
}
