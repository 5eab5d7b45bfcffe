import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
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

/** A secret of the server. */
export type SecretKind = {
  readonly name: string;
  /** What happens without the old secret, for the operator. */
  readonly loss: string;
  /** Whether the server does not start without it where the database has what needs it. */
  readonly isNeeded: boolean;
  /** Whether these bytes can be used at all. */
  readonly isFit: (secret: Uint8Array) => boolean;
};

const usual = { isFit: () => true, isNeeded: false };
/** Signs one-click links. */
export const KIOSK_SECRET: SecretKind = {
  ...usual,
  name: 'kiosk.key',
  loss: 'one-click links that were made before do not work',
};
/** Signs the marks of browsers, and what is valid for a short time. */
export const DEVICE_SECRET: SecretKind = {
  ...usual,
  name: 'device.key',
  loss: 'no browser is known until its user has logged in there again, so strangers who guess passwords can hold users up',
};

/** Encrypts and hashes what the second step of log-ins needs (decision D100). */
export const SECOND_FACTOR_SECRET: SecretKind = {
  ...usual,
  name: 'second-factor.key',
  isNeeded: true,
  loss: 'users with an authenticator app or recovery codes cannot log in until an operator removes their second factor',
};

export const createSecretText = (): string => randomBytes(BYTES).toString('base64url');

/** The bytes of a stored secret; undefined = it cannot be used. */
export function secretOf(text: string, { isFit }: SecretKind): Uint8Array | undefined {
  const secret = Buffer.from(text.trim(), 'base64url');
  return secret.length >= BYTES && isFit(secret) ? secret : undefined;
}

/** The error for a secret that the server cannot use. @param place where it is, and how it is removed */
export const unfit = (place: string, { loss, isNeeded }: SecretKind): DataDirError =>
  new DataDirError(
    `${place} holds no secret of ${BYTES} bytes. ${isNeeded ? 'Put back that of your backup. If it is lost, write there what "openssl rand -base64 32" prints' : 'Remove it: the server makes a new one'}, and ${loss}.`,
  );

/** The content of the file of a secret; undefined = there is none. */
export function readSecretFile(dataDir: string, { name }: SecretKind): string | undefined {
  const file = join(dataDir, name);
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw unusable(file, error);
  }
}

/** Replaces a secret by another one. A process that reads it meanwhile finds one of the two. */
export function replaceSecretFile(dataDir: string, { name }: SecretKind): void {
  const file = join(dataDir, name);
  try {
    writeFileSync(`${file}.new`, createSecretText(), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (error) {
    throw unusable(file, error);
  }
}

/**
 * Reads a secret that survives restarts, or creates it: 256 bits in a file of the data folder that only its
 * owner can read.
 */
export function readOrCreateSecret(dataDir: string, kind: SecretKind): Uint8Array {
  const file = join(dataDir, kind.name);
  makeDataDir(dataDir);
  const secret = secretOf(readOrCreate(file, createSecretText()), kind);
  if (secret === undefined) throw unfit(file, kind);
  return secret;
}
