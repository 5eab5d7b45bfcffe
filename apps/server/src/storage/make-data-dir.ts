import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the data folder, for this user alone, and the folders above it that are missing; leaves one that exists as it
 * is. Node's `recursive` never returns where a file system has no place for new folders, such as /proc.
 */
export function makeDataDir(dataDir: string): void {
  const above = dirname(resolve(dataDir));
  if (!existsSync(above)) makeDataDir(above);
  try {
    mkdirSync(dataDir, { mode: 0o700 });
  } catch (error) {
    const isThere = statSync(dataDir, { throwIfNoEntry: false })?.isDirectory() === true;
    if (!isThere) throw error;
  }
}
