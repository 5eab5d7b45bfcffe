import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE } from './database.ts';

/** Copies the database of `dataDir` as it is at one moment, also while a server writes to it; `file` must not exist. */
export function backUp(dataDir: string, file: string): void {
  const database = new DatabaseSync(join(dataDir, DATABASE_FILE), { timeout: 5000 });
  try {
    database.prepare('VACUUM INTO ?').run(file);
    chmodSync(file, 0o600);
  } finally {
    database.close();
  }
}
