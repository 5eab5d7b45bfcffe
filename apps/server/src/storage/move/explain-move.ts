import { DatabaseError as Answer } from 'pg';
import { SchemaError } from '../database/bring-up-to-date.ts';
import { DataDirError, explainDataDir, isBusy } from '../database/data-dir-error.ts';
import { DatabaseError, explainPostgres } from '../database/postgres-error.ts';
import { QueryError } from '../database/query-error.ts';
import { MoveError } from './table-shape.ts';

/** SQLITE_FULL. */
const FULL = 13;

/** SQLSTATE of a disk without room, and of a file that cannot grow. */
const DISK = ['53100', '58030'];

/** SQLSTATE classes of rows that PostgreSQL refuses: data exceptions, constraints, limits of the program. */
const ROWS = ['22', '23', '54'];

const numberOf = (error: object): number => ('errcode' in error ? Number(error.errcode) : 0);

type Where = {
  readonly dataDir: string;
  /** Host, port and name of the PostgreSQL database. */
  readonly place: string;
  /** The table that was being copied; undefined = none yet. */
  readonly table: string | undefined;
};

/** Explains to the operator, in one line and without the values of users, why a move has ended. */
export function explainMove(error: unknown, { dataDir, place, table }: Where): Error {
  if (error instanceof MoveError || error instanceof DataDirError || error instanceof DatabaseError)
    return error;
  if (error instanceof Error && 'errcode' in error) {
    if (numberOf(error) === FULL)
      return new MoveError(`The disk of ${dataDir} is full. Make room, and start again.`, { cause: error });
    if (isBusy(error))
      return new MoveError(`Another program writes to the database in ${dataDir}. End it, and start again.`, {
        cause: error,
      });
    return explainDataDir(dataDir, error);
  }
  // A schema of another version; a fault of PostgreSQL while tables are made is explained below.
  if (error instanceof SchemaError && !(error.cause instanceof Answer))
    return new MoveError(error.message, { cause: error });
  if (!(error instanceof Answer)) return explainPostgres(place, error);
  const { message } = new QueryError(error);
  if (DISK.includes(error.code ?? ''))
    return new MoveError(`The disk of ${place} is full (${message}). Make room there, and start again.`, {
      cause: error,
    });
  if (table !== undefined && ROWS.includes(error.code?.slice(0, 2) ?? ''))
    return new MoveError(`${place} refuses a row of the table ${table}: ${message}`, { cause: error });
  return explainPostgres(place, error);
}
