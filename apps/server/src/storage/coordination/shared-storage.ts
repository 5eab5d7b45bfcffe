import { sql } from 'kysely';
import type { Attempts } from '../../domain/coordination/attempts.ts';
import type { ShortLived } from '../../domain/coordination/short-lived.ts';
import type { Turns } from '../../domain/coordination/turns.ts';
import { ATTEMPT_LIMITS, SHORT_LIVED_LIMITS } from '../../domain/limits/limits.ts';
import type { Database } from '../database/database.ts';
import { databaseNow } from './database-clock.ts';
import { createSharedAttempts } from './shared-attempts.ts';
import { createSharedShortLived } from './shared-short-lived.ts';
import { createSharedTurns } from './shared-turns.ts';

/** The parts of the coordination of several server processes that need no connection of their own. */
export type SharedStorage = {
  readonly attempts: Attempts;
  readonly shortLived: ShortLived;
  readonly turns: Turns;
  /** Sends a notification to all server processes. */
  notify(channel: string, text: string): Promise<void>;
  /** Removes what has expired, and the oldest above the limits. */
  readonly sweep: () => Promise<void>;
};

export function createSharedStorage(database: Database): SharedStorage {
  async function sweep(): Promise<void> {
    await sql`delete from counted_attempt where until <= ${databaseNow}`.execute(database);
    await sql`delete from counted_attempt where (name, key) in (
      select name, key from (
        select name, key, row_number() over (partition by name order by until desc) as place from counted_attempt
      ) as counted where place > ${ATTEMPT_LIMITS.keys})`.execute(database);
    await sql`delete from short_lived where until <= ${databaseNow}`.execute(database);
    for (const [kind, { most }] of Object.entries(SHORT_LIVED_LIMITS))
      await sql`delete from short_lived where kind = ${kind} and key in (
        select key from short_lived where kind = ${kind} order by until desc offset ${most})`.execute(
        database,
      );
  }
  return {
    attempts: createSharedAttempts(database),
    shortLived: createSharedShortLived(database, SHORT_LIVED_LIMITS),
    turns: createSharedTurns(database),
    async notify(channel, text) {
      await sql`select pg_notify(${channel}, ${text})`.execute(database);
    },
    sweep,
  };
}
