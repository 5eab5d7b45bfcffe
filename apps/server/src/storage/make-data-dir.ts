import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes the data folder, for this user alone, and the missing folders above it. A folder that exists stays unchanged.
 * The option `recursive` of Node is not used: it never returns where no folder can be made, such as below /proc.
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
