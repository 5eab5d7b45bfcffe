import { closeSync, fsyncSync, openSync, unlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/**
 * Copies a consistent state of an SQLite database, its write-ahead log included; `target` must not exist yet.
 */
export function copyDatabase(source: string, target: string): void {
  // The copy holds secrets, so from the start only its owner may read it. SQLite accepts an existing empty
  // file.
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
