import { mkdirSync } from 'node:fs';
import { explainDataDir } from './data-dir-error.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded-database.ts';
import { openPostgres } from './postgres-database.ts';

export type Opening = {
  /** Only the server changes the schema: a tool must not do so under an older server that still runs. True by default. */
  readonly mayMigrate?: boolean;
  /** PostgreSQL; absent = the embedded database of the data folder. */
  readonly databaseUrl?: string | undefined;
};

/**
 * Opens the database and brings the schema up to date; the data folder is made in any case, for what is kept beside the
 * database. Throws a `DataDirError` or a `DatabaseError` when that cannot be.
 */
export async function openDatabase(
  dataDir: string,
  { mayMigrate = true, databaseUrl }: Opening = {},
): Promise<Database> {
  if (databaseUrl === undefined) return openEmbedded(dataDir, mayMigrate);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explainDataDir(dataDir, error);
  }
  return openPostgres(databaseUrl, mayMigrate);
}
