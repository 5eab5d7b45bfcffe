import { randomUUID } from 'node:crypto';
import { Client } from 'pg';
import { DATABASE_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import type { LockLimits } from './lock.ts';

/**
 * Ends the sessions of this process that still have the lock: after a fault of the network PostgreSQL may keep the
 * session that this process has lost.
 */
const END_LOST = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = $1 and pid <> pg_backend_pid() and usename = current_user`;

/** Lets PostgreSQL notice within half a minute that the computer of a server is gone. */
const NOTICE = `set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3`;

export type SessionEvents = {
  /** A session is open, at first or again. @returns false if this process has no right to it any more */
  readonly opened: (client: Client) => Promise<boolean>;
  /** Called from time to time; if it fails, the session is lost. */
  readonly asked: (client: Client) => Promise<unknown>;
  /** The session is lost; it is opened again as soon as the database can be reached. */
  readonly lost: () => void;
  /** This process has lost its right while it could not reach the database; called once. */
  readonly refused: () => void;
};

export type KeptSession = {
  /** The session; undefined while it is lost. */
  client(): Client | undefined;
  end(): Promise<void>;
};

/**
 * Keeps a session with PostgreSQL, and opens it again when it is lost. PgBouncer must keep sessions (`pool_mode =
 * session`).
 * @returns undefined if `opened` has returned false for the first session
 */
export async function keepSession(
  url: string,
  limits: LockLimits,
  { opened, asked, lost, refused }: SessionEvents,
): Promise<KeptSession | undefined> {
  const name = `samtal-server-${randomUUID()}`;
  let session: Client | undefined;
  let isOver = false;
  const hasEnded = (): boolean => isOver;
  let wake = nothing;

  /** Waits without keeping the process alive, until `wake` is called at the latest. */
  const pause = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(() => wake(), ms).unref();
      wake = () => {
        clearTimeout(timer);
        wake = nothing;
        resolve();
      };
    });

  /** Opens a session; undefined = this process has no right to it. */
  async function open(): Promise<Client | undefined> {
    const client = new Client({
      connectionString: url,
      application_name: name,
      keepAlive: true,
      connectionTimeoutMillis: DATABASE_LIMITS.connectMs,
      query_timeout: limits.answerMs,
    });
    // An error event between two queries needs no action: the next question fails.
    client.on('error', nothing);
    client.on('end', () => {
      if (client === session) wake();
    });
    try {
      await client.connect();
      await client.query(NOTICE);
      await client.query(END_LOST, [name]);
      if (await opened(client)) return client;
    } catch (error) {
      void client.end().catch(nothing);
      throw error;
    }
    await client.end();
    return undefined;
  }

  /** Opens the session again after it was lost; false = this process has no right to it. */
  async function openAgain(): Promise<boolean> {
    for (;;) {
      await pause(limits.retryMs);
      if (hasEnded()) return true;
      try {
        session = await open();
        return session !== undefined;
      } catch {
        // The database is still away: requests fail meanwhile, and the log says so.
      }
    }
  }

  /** Asks from time to time whether the session lives. */
  async function watch(): Promise<void> {
    while (!hasEnded()) {
      try {
        if (session !== undefined) await asked(session);
        await pause(limits.askMs);
      } catch {
        void session?.end().catch(nothing);
        session = undefined;
        if (hasEnded()) break;
        lost();
        if (!(await openAgain())) return refused();
      }
    }
    await session?.end().catch(nothing);
  }

  session = await open();
  if (session === undefined) return undefined;
  void watch();
  return {
    client: () => session,
    async end() {
      isOver = true;
      wake();
      await session?.end().catch(nothing);
    },
  };
}
