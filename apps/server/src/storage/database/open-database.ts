import { makeDataDir } from '../make-data-dir.ts';
import { explainDataDir } from './data-dir-error.ts';
import type { Database } from './database.ts';
import { openEmbedded } from './embedded-database.ts';

export type Opening = {
  /**
   * Whether to migrate the schema; default true. A tool must not migrate, because a server of an older
   * version may be running.
   */
  readonly mayMigrate?: boolean;
  /** URL of a PostgreSQL database; absent = the embedded database in the data folder. */
  readonly databaseUrl?: string | undefined;
};

/**
 * Opens the database and migrates the schema if `mayMigrate`. Always creates the data folder, which also
 * holds other files. Throws a `DataDirError` or a `DatabaseError` on failure.
 */
export async function openDatabase(
  dataDir: string,
  { mayMigrate = true, databaseUrl }: Opening = {},
): Promise<Database> {
  if (databaseUrl === undefined) return openEmbedded(dataDir, mayMigrate);
  try {
    makeDataDir(dataDir);
  } catch (error) {
    throw explainDataDir(dataDir, error);
  }
  // Its driver is loaded for servers that use it.
  const { openPostgres } = await import('./postgres-database.ts');
  return openPostgres(databaseUrl, mayMigrate);
}
