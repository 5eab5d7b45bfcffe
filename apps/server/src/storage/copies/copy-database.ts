import { closeSync, fsyncSync, openSync, unlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Copies a database as it is at one moment, what stands in its log included; `target` must not exist. */
export function copyDatabase(source: string, target: string): void {
  // It holds secrets: nobody else may read it while it grows either. SQLite writes into an empty file that is there.
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
