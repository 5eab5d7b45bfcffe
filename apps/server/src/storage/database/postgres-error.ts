import { DatabaseError as Answer } from 'pg';
import { SchemaError } from './bring-up-to-date.ts';

/** The PostgreSQL database cannot be worked with; the message says why and what to do. The password is never in it. */
export class DatabaseError extends Error {}

/**
 * SQLSTATE classes that tell of the server and not of what was asked: connection, authorization, no such database,
 * resources, wrong state, operator intervention (PostgreSQL, Appendix A).
 */
const SERVER_CLASSES = ['08', '28', '3D', '53', '55', '57', '58'];
/** Data exception: its message quotes the value, which may be what somebody wrote. */
const DATA_CLASS = '22';

/**
 * A question that PostgreSQL did not answer. It carries what kind of fault that was, and none of the values: the
 * driver's own error quotes them in `detail` and `where`, and whatever an error carries is logged.
 */
export class QueryError extends Error {
  /** SQLSTATE, or the code of the operating system. */
  readonly code: string | undefined;
  /** HTTP: 503 where the database is away, and asking again later helps. */
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

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/** Where a name has several addresses and none answers, Node's error has an empty message and many inside. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

const CERTIFICATE =
  'Its certificate is not accepted. Name the one that vouches for it in DATABASE_URL: sslrootcert=/path/to/ca.pem';

/** What to do about each SQLSTATE, and each code of Node's TLS, that a start can meet. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28000': 'The server does not let this user in. Look at the user in DATABASE_URL and at pg_hba.conf.',
  '28P01': 'The server refuses the password. Put the right one into DATABASE_URL.',
  '3D000': 'There is no such database. Make it: createdb --encoding=UTF8 --template=template0 <name>',
  '42501': 'The user may not make tables there. Make it the owner of the database.',
  '53300': 'The server takes no more connections. Raise max_connections, or end what holds them.',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
};

/** What keeps a database from being used, in a line for the operator. `place` names it without its password. */
export function explainPostgres(place: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = codeOf(error instanceof SchemaError ? error.cause : error);
  const remedy = REMEDIES[code ?? ''];
  if (remedy !== undefined) return new DatabaseError(`${place} cannot be used. ${remedy}`, { cause: error });
  if (error instanceof SchemaError) return new DatabaseError(error.message, { cause: error });
  return new DatabaseError(
    `${place} cannot be reached (${messageOf(error)}). Look whether PostgreSQL runs there, and at DATABASE_URL.`,
    { cause: error },
  );
}
