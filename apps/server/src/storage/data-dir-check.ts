import { rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { STORAGE_LIMITS } from '../domain/limits/limits.ts';

/** Bytes that this process may still write to the disk of `folder`. */
export async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/**
 * Creates the question whether the data folder can be written to and its disk has room. It writes a file, because
 * only that shows a disk that has become read-only, or a folder that another user owns.
 * @param freeBytes absent = asks the file system
 * @returns a function that rejects when the folder cannot be used
 */
export function createDataDirCheck(
  dataDir: string,
  freeBytes: (folder: string) => Promise<number> = freeBytesOf,
): () => Promise<void> {
  const file = join(dataDir, `.probe-${process.pid}`);
  return async () => {
    if ((await freeBytes(dataDir)) < STORAGE_LIMITS.leastFreeBytes) throw new Error('The disk is full.');
    await writeFile(file, 'x', { mode: 0o600 });
    await rm(file);
  };
}
