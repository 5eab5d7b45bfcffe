import { SchemaError } from './bring-up-to-date.ts';

/** The PostgreSQL database cannot be used; the message says why and what to do, without the password. */
export class DatabaseError extends Error {}

/** SQLSTATE, or the error code of the operating system. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error ? String(error.code) : undefined;

/**
 * The message of an error. If a host has several addresses and none answers, Node's error has no message but
 * nested errors.
 */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}

const CERTIFICATE =
  'Its certificate is not accepted. Set the certificate of its issuer in DATABASE_URL: sslrootcert=/path/to/ca.pem';

/** What the operator can do about a fault at the start, by SQLSTATE or error code of Node's TLS. */
const REMEDIES: Readonly<Record<string, string>> = {
  '28000': 'The server rejects this user. Check the user in DATABASE_URL and pg_hba.conf.',
  '28P01': 'The server rejects the password. Correct it in DATABASE_URL.',
  '3D000': 'There is no such database. Create it: createdb --encoding=UTF8 --template=template0 <name>',
  '42501': 'The user may not create tables there. Make it the owner of the database.',
  '53300': 'The server takes no more connections. Raise max_connections, or close other connections.',
  DEPTH_ZERO_SELF_SIGNED_CERT: CERTIFICATE,
  SELF_SIGNED_CERT_IN_CHAIN: CERTIFICATE,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: CERTIFICATE,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: CERTIFICATE,
};

/** Explains to the operator, in one line, why a database cannot be used. `place` contains no password. */
export function explainPostgres(place: string, error: unknown): DatabaseError {
  if (error instanceof DatabaseError) return error;
  const code = codeOf(error instanceof SchemaError ? error.cause : error);
  const remedy = REMEDIES[code ?? ''];
  if (remedy !== undefined) return new DatabaseError(`${place} cannot be used. ${remedy}`, { cause: error });
  if (error instanceof SchemaError) return new DatabaseError(error.message, { cause: error });
  if (/does not support SSL/.test(messageOf(error)))
    return new DatabaseError(
      `${place} has no TLS. Turn it on there (ssl = on), or, on the same machine, leave sslmode out of DATABASE_URL.`,
      { cause: error },
    );
  return new DatabaseError(
    `${place} cannot be reached (${messageOf(error)}). Check that PostgreSQL runs there, and check DATABASE_URL.`,
    { cause: error },
  );
}
