import { existsSync, mkdirSync, renameSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirError, explainDataDir, isBusy, isDamaged } from '../database/data-dir-error.ts';
import { COMPANIONS, DATABASE_FILE, migrationsIn } from '../database/embedded-database.ts';
import { schemaAge } from '../database/schema-age.ts';
import { copyDatabase } from './copy-database.ts';

/** Copies a backup and checks that the copy is a complete database of this or an earlier version. */
function copyOfBackup(file: string, target: string): void {
  try {
    copyDatabase(file, target);
  } catch (error) {
    if (isDamaged(error))
      throw new DataDirError(`${file} is not a backup, or it is damaged.`, { cause: error });
    throw error;
  }
  const database = new DatabaseSync(target);
  try {
    const [result] = Object.values(database.prepare('PRAGMA quick_check').get() ?? {});
    const age = schemaAge(migrationsIn(database));
    if (result !== 'ok' || age === 'none')
      throw new DataDirError(`${file} is not a backup, or it is damaged.`);
    if (age === 'newer') throw new DataDirError(`${file} is of a newer version of Samtal.`);
  } finally {
    database.close();
  }
}

/** Writes the write-ahead log into the database file; fails while another process has the database open. */
function closeLog(database: string): void {
  const sqlite = new DatabaseSync(database);
  try {
    sqlite.exec('PRAGMA journal_mode = DELETE');
  } catch (error) {
    if (isBusy(error))
      throw new DataDirError('The database is in use: stop the server first.', { cause: error });
    // A damaged database is a reason to restore a backup.
    if (!isDamaged(error)) throw error;
  } finally {
    sqlite.close();
  }
}

function freeName(database: string): string {
  for (let number = 1; ; number++) {
    const name = `${database}.before-${number}`;
    if (!COMPANIONS.some((suffix) => existsSync(`${name}${suffix}`))) return name;
  }
}

/**
 * Replaces the database of `dataDir` by the backup `file`. Throws a `DataDirError` and changes nothing if the
 * server is running or the file is not a backup.
 * @returns the new path of the previous database; undefined = there was none
 */
export function restore(dataDir: string, file: string): string | undefined {
  const database = join(dataDir, DATABASE_FILE);
  const fresh = `${database}.restoring`;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // An interrupted attempt may have left this file.
    if (existsSync(fresh)) unlinkSync(fresh);
    copyOfBackup(file, fresh);
    if (existsSync(database)) closeLog(database);
    const left = COMPANIONS.filter((suffix) => existsSync(`${database}${suffix}`));
    const aside = left.length > 0 ? freeName(database) : undefined;
    for (const suffix of left) renameSync(`${database}${suffix}`, `${aside}${suffix}`);
    renameSync(fresh, database);
    return aside;
  } catch (error) {
    if (existsSync(fresh)) unlinkSync(fresh);
    throw explainDataDir(dataDir, error);
  }
}
