import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError } from '../database/data-dir-error.ts';
import { DATABASE_FILE } from '../database/embedded-database.ts';
import { copyDatabase } from './copy-database.ts';

/** Copies the embedded database of `dataDir`, even while a server writes to it; `file` must not exist yet. */
export function backUp(dataDir: string, file: string): void {
  const database = join(dataDir, DATABASE_FILE);
  if (!existsSync(database)) throw new DataDirError(`There is no database in ${dataDir}. Set DATA_DIR.`);
  copyDatabase(database, file);
}
