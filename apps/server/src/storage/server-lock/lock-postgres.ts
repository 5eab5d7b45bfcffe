import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DATABASE_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { placeOf, withCheckedTls } from '../database/postgres-database.ts';
import { DatabaseError, explainPostgres } from '../database/postgres-error.ts';
import type { LockLimits, ServerLock } from './lock.ts';

/** The lock of one schema; the first number is that of Samtal's servers among the users of advisory locks. */
export const KEY = "1398033740, ('x' || substr(md5(current_schema()), 1, 8))::bit(32)::int";

const TAKE = `select pg_try_advisory_lock(${KEY}) as "isTaken"`;

/**
 * Ends the sessions of this process that still have the lock: after a fault of the network PostgreSQL may keep the
 * session that this process has lost.
 */
const END_LOST = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and pid <> pg_backend_pid() and usename = current_user`;

/** Lets PostgreSQL notice within half a minute that the computer of a server is gone. */
const NOTICE = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

/** Waits without keeping the process alive. */
const pause = (ms: number): Promise<void> => delay(ms, undefined, { ref: false });

type Options = {
  readonly onTaken: (problem: string) => void;
  readonly limits: LockLimits;
};

/**
 * Takes the advisory lock of the database's schema, in a session of its own, and takes it again when that session is
 * lost. Throws a `DatabaseError` if another server has it. PgBouncer must keep sessions (`pool_mode = session`).
 */
export async function lockPostgres(databaseUrl: string, { onTaken, limits }: Options): Promise<ServerLock> {
  const url = withCheckedTls(databaseUrl);
  const place = placeOf(url);
  const name = `samtal-server-${randomUUID()}`;
  const problem = `Another Samtal server runs on ${place}, and two would share its users without knowing of each other. Stop that one first, or give this one a database of its own.`;
  let session: Client | undefined;
  const release = new AbortController();
  const isReleased = (): boolean => release.signal.aborted;

  /** Opens a session with the lock; undefined = another server has it. */
  async function take(): Promise<Client | undefined> {
    const client = new Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
      query_timeout: limits.answerMs,
    });
    // An error event between two queries needs no action: the next question fails.
    client.on('error', nothing);
    try {
      await client.connect();
      await client.query(NOTICE);
      await client.query(END_LOST, [name]);
      for (const end = performance.now() + limits.waitMs; ; await pause(limits.retryMs)) {
        const { rows } = await client.query<{ readonly isTaken: boolean }>(TAKE);
        if (rows[0]?.isTaken === true) return client;
        if (performance.now() > end) break;
      }
    } catch (error) {
      void client.end().catch(nothing);
      throw error;
    }
    await client.end();
    return undefined;
  }

  /** Takes the lock again after its session was lost; false = another server has it. */
  async function takeAgain(): Promise<boolean> {
    for (;;) {
      await pause(limits.retryMs);
      if (isReleased()) return true;
      try {
        session = await take();
        return session !== undefined;
      } catch {
        // The database is still away: requests fail meanwhile, and the log says so.
      }
    }
  }

  /** Asks from time to time whether the session lives. */
  async function watch(): Promise<void> {
    while (!isReleased()) {
      try {
        await session?.query('select 1');
        await pause(limits.askMs);
      } catch {
        void session?.end().catch(nothing);
        if (!isReleased() && !(await takeAgain())) return onTaken(problem);
      }
    }
    await session?.end().catch(nothing);
  }

  try {
    session = await take();
  } catch (error) {
    throw explainPostgres(place, error);
  }
  if (session === undefined) throw new DatabaseError(problem);
  void watch();
  return {
    async release() {
      release.abort();
      await session?.end().catch(nothing);
    },
  };
}
