import { DatabaseError as Answer } from 'pg';
import { codeOf, messageOf } from './postgres-error.ts';

/**
 * SQLSTATE classes of faults that are PostgreSQL's and not the query's: connection, authorization, no such
 * database, resources, wrong state, operator intervention (PostgreSQL, Appendix A).
 */
const SERVER_CLASSES = ['08', '28', '3D', '53', '55', '57', '58'];
/** SQLSTATE class of data exceptions: the message quotes the value, which may be a user's text. */
const DATA_CLASS = '22';

/**
 * A failed query. It tells the kind of fault and none of the values: the driver's own error quotes them in
 * `detail` and `where`, and logs contain all fields of an error.
 */
export class QueryError extends Error {
  /** SQLSTATE, or the error code of the operating system. */
  readonly code: string | undefined;
  /** HTTP status: 503 if the database is unavailable and a retry helps. */
  readonly statusCode: 500 | 503;

  constructor(error: unknown) {
    const isAnswer = error instanceof Answer;
    const code = codeOf(error);
    const isHidden = isAnswer && code?.startsWith(DATA_CLASS) === true;
    super(isHidden ? 'The database refuses a value.' : messageOf(error));
    this.code = code;
    this.statusCode = isAnswer && !SERVER_CLASSES.includes(code?.slice(0, 2) ?? '') ? 500 : 503;
  }
}
