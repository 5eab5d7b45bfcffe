import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DataDirError } from './database/data-dir-error.ts';

const BYTES = 32;

/**
 * Reads a secret that survives restarts, or creates it: 256 bits in a file of the data folder that only its
 * owner can read.
 */
export function readOrCreateSecret(dataDir: string, name: string): Uint8Array {
  const file = join(dataDir, name);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  try {
    // Two processes may start at the same time: the second one reads the file of the first.
    writeFileSync(file, randomBytes(BYTES).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
  if (secret.length < BYTES)
    throw new DataDirError(
      `${file} holds no secret of ${BYTES} bytes. Remove it: the server makes a new one, and old links become invalid.`,
    );
  return secret;
}
