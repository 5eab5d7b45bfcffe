import type { Client } from 'pg';

/** A part of each key that differs between the schemas of a database. */
const SCHEMA = "('x' || substr(md5(current_schema()), 1, 8))::bit(32)";

/** The first number of a key is that of Samtal's servers among the users of advisory locks. */
const CLASS = 1_398_033_740;

/** The lock of a server: one process alone has it, or several share it. */
export const KEY = `${CLASS}, ${SCHEMA}::int`;
/** The lock of a process that starts beside others, and the lock of the one that leads them. */
export const START_KEY = `${CLASS + 1}, ${SCHEMA}::int`;
export const LEADER_KEY = `${CLASS + 2}, ${SCHEMA}::int`;

/** Whether processes that share the database have it, rather than one alone. */
export async function isShared(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ readonly isShared: boolean | null }>(
    `select bool_or(mode = 'ShareLock') as "isShared" from pg_locks
     where locktype = 'advisory' and granted and classid = ${CLASS} and objid::bigint = ${SCHEMA}::bigint
       and database = (select oid from pg_database where datname = current_database()) and pid <> pg_backend_pid()`,
  );
  return rows[0]?.isShared ?? false;
}

/** Runs a query whose only value is a truth value. */
export async function isTrue(client: Client, expression: string): Promise<boolean> {
  const { rows } = await client.query<{ readonly is: boolean }>(`select ${expression} as "is"`);
  return rows[0]?.is === true;
}
