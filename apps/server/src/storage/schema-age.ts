import type { DatabaseSync } from 'node:sqlite';
import { migrations } from './migrations/index.ts';

/** How the schema of a database stands to this version of the server. */
export type SchemaAge = 'none' | 'older' | 'same' | 'newer';

export function schemaAge(database: DatabaseSync): SchemaAge {
  const isMigrated = database.prepare("SELECT 1 FROM sqlite_master WHERE name = 'kysely_migration'").get();
  if (isMigrated === undefined) return 'none';
  const done = database.prepare('SELECT name FROM kysely_migration').all();
  if (done.some(({ name }) => !Object.hasOwn(migrations, String(name)))) return 'newer';
  return done.length < Object.keys(migrations).length ? 'older' : 'same';
}
