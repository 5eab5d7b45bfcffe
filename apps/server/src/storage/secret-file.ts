import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError } from './database/data-dir-error.ts';
import { makeDataDir } from './make-data-dir.ts';

const BYTES = 32;

/**
 * The error for a file that cannot be read or written, mostly because another user once ran the operator's
 * tool.
 */
const unusable = (file: string, error: unknown): DataDirError =>
  new DataDirError(
    `${file} cannot be read or written (${error instanceof Error ? error.message : String(error)}). It must be a file of the user that runs the service: give it back with chown.`,
    { cause: error },
  );

/** The content of the file, which is `initial` if the file is new. */
function readOrCreate(file: string, initial: string): string {
  try {
    // Two processes may start at the same time: the second one reads the file of the first.
    writeFileSync(file, initial, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw unusable(file, error);
  }
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw unusable(file, error);
  }
}

/** The error for a secret that the server cannot use. @param loss what happens without the old secret */
export const unfit = (dataDir: string, name: string, loss: string): DataDirError =>
  new DataDirError(
    `${join(dataDir, name)} holds no secret of ${BYTES} bytes. Remove it: the server makes a new one, and ${loss}.`,
  );

/**
 * Reads a secret that survives restarts, or creates it: 256 bits in a file of the data folder that only its
 * owner can read.
 * @param loss what happens when the secret is replaced, for the operator
 */
export function readOrCreateSecret(
  dataDir: string,
  name: string,
  loss = 'what was signed with the old one becomes invalid',
): Uint8Array {
  const file = join(dataDir, name);
  makeDataDir(dataDir);
  const content = readOrCreate(file, randomBytes(BYTES).toString('base64url'));
  const secret = Buffer.from(content.trim(), 'base64url');
  if (secret.length < BYTES) throw unfit(dataDir, name, loss);
  return secret;
}
