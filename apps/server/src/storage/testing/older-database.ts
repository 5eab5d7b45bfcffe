import { mkdirSync } from 'node:fs';
import { Migrator } from 'kysely/migration';
import type { Database } from '../database/database.ts';
import { connectEmbedded } from '../database/embedded-database.ts';
import { migrations } from '../database/migrations/index.ts';
import { connectPostgres } from '../database/postgres-database.ts';

type Place = { readonly dataDir: string; readonly databaseUrl?: string | undefined };

/**
 * Creates a database of an earlier version.
 * @param last name of the last migration of that version
 */
export async function makeOlderDatabase(
  { dataDir, databaseUrl }: Place,
  last: string,
  fill: (database: Database) => Promise<void> = () => Promise.resolve(),
): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database =
    databaseUrl === undefined ? connectEmbedded(dataDir).database : connectPostgres(databaseUrl);
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: database, provider }).migrateTo(last);
  if (error !== undefined) throw new Error('the older database could not be created', { cause: error });
  await fill(database);
  await database.destroy();
}
