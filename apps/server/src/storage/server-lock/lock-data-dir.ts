import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DataDirError, explainDataDir, isBusy } from '../database/data-dir-error.ts';
import { makeDataDir } from '../make-data-dir.ts';
import type { ServerLock } from './lock.ts';

/** An empty file in the data folder. The lock on it tells that a server runs on the folder. */
const LOCK_FILE = 'server.lock';

/**
 * Takes the data folder for this process: until `release`, or until the process ends in any way. The lock is one of the
 * operating system (fcntl), which Node reaches through SQLite. Throws a `DataDirError` if another server has it.
 * @param waitMs how long to wait for a server that is just ending
 */
export function lockDataDir(dataDir: string, waitMs: number): ServerLock {
  let file: DatabaseSync | undefined;
  try {
    makeDataDir(dataDir);
    const path = join(dataDir, LOCK_FILE);
    file = new DatabaseSync(path, { timeout: waitMs });
    chmodSync(path, 0o600);
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    file?.close();
    if (isBusy(error))
      throw new DataDirError(
        `Another Samtal server runs on ${dataDir}, and two would share its users without knowing of each other. Stop that one first, or give this one a folder of its own.`,
        { cause: error },
      );
    throw explainDataDir(dataDir, error);
  }
  const locked = file;
  return { isUnbroken: () => Promise.resolve(true), release: async () => locked.close() };
}
