import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SchemaError } from './bring-up-to-date.ts';

/** The data folder cannot be used; the message says why and what to do. */
export class DataDirError extends Error {}

/** Whether an error is SQLITE_BUSY: another connection has the database open, or writes to it. */
export const isBusy = (error: unknown): boolean => codeOf(error) === 5;

/** Whether an error is SQLITE_CORRUPT or SQLITE_NOTADB. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(codeOf(error));

/** Whether an error is SQLITE_READONLY in any of its variants, which differ in the upper bits. */
export const isReadOnly = (error: unknown): boolean => (codeOf(error) & 0xff) === 8;

/** Whether an error is SQLITE_CANTOPEN, or the system refuses the file: it belongs to another user, mostly root. */
const isOfAnotherUser = (error: unknown): boolean =>
  codeOf(error) === 14 ||
  (error instanceof Error && 'code' in error && ['EPERM', 'EACCES'].includes(String(error.code)));

const codeOf = (error: unknown): number =>
  error instanceof Error && 'errcode' in error ? Number(error.errcode) : 0;

/** Explains to the operator, in one line, why a data folder cannot be used. */
export function explainDataDir(dataDir: string, error: unknown): DataDirError {
  if (error instanceof DataDirError) return error;
  if (isDamaged(error))
    return new DataDirError(
      `The database in ${dataDir} is damaged. Restore a backup by the operator's tool: restore <file>`,
      { cause: error },
    );
  if (isReadOnly(error))
    return new DataDirError(
      `The database ${dataDir}/samtal.db cannot be written. The folder, samtal.db and the files whose names begin with it must belong to the user of the service, and the disk must not be read-only.`,
      { cause: error },
    );
  if (error instanceof SchemaError) return new DataDirError(error.message, { cause: error });
  const reason = error instanceof Error ? error.message : String(error);
  const file = join(dataDir, 'samtal.db');
  if (isOfAnotherUser(error) && existsSync(file))
    return new DataDirError(
      `${file} cannot be opened (${reason}). It and the files whose names begin with it must be files of the user that runs the service: give them back with chown.`,
      { cause: error },
    );
  return new DataDirError(
    `${dataDir} cannot be used (${reason}). It must be a folder that this user may write to.`,
    { cause: error },
  );
}
