import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { placeOf, withCheckedTls } from '../database/postgres-database.ts';
import { DatabaseError, explainPostgres } from '../database/postgres-error.ts';
import { keepSession } from './keep-session.ts';
import type { LockLimits, ServerLock } from './lock.ts';
import { isShared, isTrue, KEY } from './lock-keys.ts';
import { ProcessesError } from './processes-error.ts';

type Options = {
  readonly onTaken: (problem: string) => void;
  /** The database cannot be reached. */
  readonly onLost?: (() => void) | undefined;
  /** The database can be reached again after an outage. */
  readonly onBack?: (() => void) | undefined;
  readonly limits: LockLimits;
};

/** Tries to take a lock until a time has passed. */
export async function takeWithin(client: Client, take: string, limits: LockLimits): Promise<boolean> {
  for (const end = performance.now() + limits.waitMs; ; ) {
    if (await isTrue(client, take)) return true;
    if (performance.now() > end) return false;
    await delay(limits.retryMs, undefined, { ref: false });
  }
}

/**
 * Takes the advisory lock of the database's schema, in a session of its own, and takes it again when that session is
 * lost. Throws a `DatabaseError` if another server has it, and a `ProcessesError` if several servers share it.
 */
export async function lockPostgres(
  databaseUrl: string,
  { onTaken, onLost, onBack, limits }: Options,
): Promise<ServerLock> {
  const url = withCheckedTls(databaseUrl);
  const place = placeOf(url);
  const problem = `Another Samtal server runs on ${place}, and two would share its users without knowing of each other. Stop that one first, or give this one a database of its own.`;
  let hasSeveral = false;
  let wasOpen = false;
  try {
    const session = await keepSession(url, limits, {
      async opened(client) {
        if (await takeWithin(client, `pg_try_advisory_lock(${KEY})`, limits)) {
          if (wasOpen) onBack?.();
          wasOpen = true;
          return true;
        }
        hasSeveral = await isShared(client);
        return false;
      },
      asked: (client) => client.query('select 1'),
      lost: () => onLost?.(),
      refused: () => onTaken(problem),
    });
    if (session !== undefined) {
      const first = session.client();
      return {
        isUnbroken: async () =>
          first !== undefined && first === session.client() && isTrue(first, 'true').catch(() => false),
        release: () => session.end(),
      };
    }
  } catch (error) {
    throw explainPostgres(place, error);
  }
  if (!hasSeveral) throw new DatabaseError(problem);
  throw new ProcessesError(
    `Other Samtal servers run on ${place} with SERVER_PROCESSES=several. Start this one with the same setting, or stop all of them first.`,
  );
}
