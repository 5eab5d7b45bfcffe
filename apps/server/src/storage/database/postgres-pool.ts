import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely';
import { types as builtIn, type CustomTypesConfig, Pool, type PoolClient } from 'pg';
import { DATABASE_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { QueryError } from './query-error.ts';

/** PostgreSQL's type identifiers (OID) of `int8` and `numeric`. */
const WIDE: readonly number[] = [builtIn.builtins.INT8, builtIn.builtins.NUMERIC];

/**
 * Parses counts, times and sums as numbers, in this pool only. The driver returns text, because not every
 * `int8` fits into a number; the values of this product do.
 */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    WIDE.includes(oid) ? Number : builtIn.getTypeParser(oid, format)) as typeof builtIn.getTypeParser,
};

/** A text as PostgreSQL can store it: U+0000, which PostgreSQL refuses, becomes U+FFFD. */
export const storableInPostgres = (text: string): string => text.replaceAll('\0', '\uFFFD');

const storable = (value: unknown): unknown => (typeof value === 'string' ? storableInPostgres(value) : value);

function asKyselyClient(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  const query = async <R>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<PostgresQueryResult<R>> => {
    try {
      return (await client.query(sql, parameters.map(storable))) as unknown as PostgresQueryResult<R>;
    } catch (error) {
      const explained = new QueryError(error);
      isBroken ||= explained.statusCode === 503;
      throw explained;
    }
  };
  return {
    query: query as PostgresPoolClient['query'],
    // A broken connection is discarded: one that went silent would also delay the next query.
    release: (isDiscarded) => client.release(isBroken || isDiscarded === true),
  };
}

/**
 * Connections to PostgreSQL, opened on demand: the first query after an outage reconnects. Failures are
 * `QueryError`s.
 */
export function createPostgresPool(
  url: string,
  { hasTimeouts }: { readonly hasTimeouts: boolean },
): PostgresPool {
  const pool = new Pool({
    connectionString: url,
    application_name: 'samtal',
    max: DATABASE_LIMITS.connections,
    connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
    keepAlive: true,
    types,
    idle_in_transaction_session_timeout: DATABASE_LIMITS.idleTransactionMs,
    ...(hasTimeouts && {
      statement_timeout: DATABASE_LIMITS.statementMs,
      query_timeout: DATABASE_LIMITS.silenceMs,
    }),
  });
  // An error event between two queries needs no action: the pool replaces the connection, or the next query
  // fails.
  pool.on('error', nothing);
  pool.on('connect', (client) => client.on('error', nothing));
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      try {
        return asKyselyClient(await pool.connect());
      } catch (error) {
        throw new QueryError(error);
      }
    },
  };
}
