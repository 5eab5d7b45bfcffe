import { closeSync, fsyncSync, openSync, unlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Copies a consistent state of a database, its write-ahead log included; `target` must not exist. */
export function copyDatabase(source: string, target: string): void {
  // It holds secrets, so only its owner may read it from the start. SQLite accepts an existing empty file.
  const file = openSync(target, 'wx', 0o600);
  try {
    const database = new DatabaseSync(source, { timeout: 5000 });
    try {
      database.prepare('VACUUM INTO ?').run(target);
    } finally {
      database.close();
    }
    fsyncSync(file);
  } catch (error) {
    unlinkSync(target);
    throw error;
  } finally {
    closeSync(file);
  }
}
