import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'pg';
import { COORDINATION_LIMITS } from '../../domain/limits/limits.ts';
import { nothing } from '../../domain/nothing.ts';
import { DATABASE_NOW } from '../coordination/database-clock.ts';
import { placeOf, withCheckedTls } from '../database/postgres-database.ts';
import { explainPostgres } from '../database/postgres-error.ts';
import { keepSession } from './keep-session.ts';
import type { LockLimits } from './lock.ts';
import { isTrue, KEY, LEADER_KEY, START_KEY } from './lock-keys.ts';
import { takeWithin } from './lock-postgres.ts';
import { ProcessesError } from './processes-error.ts';

export type MembershipEvents = {
  /** A notification has come, of any user of the database. */
  heard(text: string): void;
  /** Called from time to time while the session lives. */
  asked(): void;
  /** The session was lost and is there again; notifications were missed meanwhile. */
  rejoined(): void;
};

/** The place of this process among the server processes of one database. */
export type Membership = {
  /** Names this process among the others, for operators too. */
  readonly id: string;
  /** The PostgreSQL channel on which all processes of this database notify each other. */
  readonly channel: string;
  /** Whether no other process ran when this one came: then it may change the schema. */
  readonly isFirst: boolean;
  /** To be called when the start is done: no other process starts before. */
  readonly started: () => Promise<void>;
  attend(events: MembershipEvents): void;
  /** Whether the clock of this machine agrees with that of the database. */
  readonly isClockRight: () => boolean;
  /** Takes the lock of the leader. @returns false if another process has it, or the clock of this machine is wrong */
  tryToLead(): Promise<boolean>;
  giveLeadBack(): Promise<void>;
  leave(): Promise<void>;
};

type Options = {
  /** Called once if one server alone has taken the database while this process could not reach it. */
  readonly onTaken: (problem: string) => void;
  /** Called when the database cannot be reached. */
  readonly onLost?: () => void;
  /** Called when the database can be reached again after an outage. */
  readonly onBack?: () => void;
  /** Called when the clock of this machine differs from that of the database by so many milliseconds. */
  readonly onWrongClock: (differenceMs: number) => void;
  readonly limits: LockLimits;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const numberOf = async (client: Client, expression: string): Promise<number> => {
  const { rows } = await client.query<{ readonly number: string }>(`select ${expression} as number`);
  return Number(rows[0]?.number);
};

/**
 * Joins the server processes that share a PostgreSQL database (decision D105), in a session of its own: a lock that a
 * server which runs alone cannot have beside it, a lock of the leader, and notifications. Processes start one after the
 * other. Throws a `ProcessesError` or a `DatabaseError` with what to do.
 */
export async function joinServers(
  databaseUrl: string,
  { onTaken, onLost, onBack, onWrongClock, limits, now }: Options,
): Promise<Membership> {
  const url = withCheckedTls(databaseUrl);
  const place = placeOf(url);
  const id = `${hostname()}-${randomBytes(8).toString('hex')}`;
  const problem = `A Samtal server without SERVER_PROCESSES=several runs on ${place}. Stop it, and start it with this setting, or start this one without it on a database of its own.`;
  let events: MembershipEvents = { heard: nothing, asked: nothing, rejoined: nothing };
  let [isFirst, isJoined, isLeader] = [false, false, false];
  let channel = '';
  let differenceMs = 0;

  async function compareClocks(client: Client): Promise<void> {
    const before = now();
    const there = await numberOf(client, DATABASE_NOW);
    const after = now();
    // A process that stood still meanwhile learns nothing from it.
    if (after - before < limits.answerMs) differenceMs = Math.round((before + after) / 2 - there);
  }
  const isClockWrong = (): boolean => Math.abs(differenceMs) > COORDINATION_LIMITS.clockMs;

  /** Waits for processes that are just starting, and takes its place. */
  async function join(client: Client): Promise<boolean> {
    while (!(await isTrue(client, `pg_try_advisory_lock(${START_KEY})`)))
      await delay(limits.retryMs, undefined, { ref: false });
    isFirst = await isTrue(client, `pg_try_advisory_lock(${KEY})`);
    const isShared = await takeWithin(client, `pg_try_advisory_lock_shared(${KEY})`, limits);
    if (isFirst) await client.query(`select pg_advisory_unlock(${KEY})`);
    return isShared;
  }

  async function opened(client: Client): Promise<boolean> {
    const isBack = isJoined;
    isLeader = false;
    // Versions of PostgreSQL before 14 do not know the setting.
    await client.query(
      `select set_config(name, $1, false) from pg_settings where name = 'idle_session_timeout'`,
      [String(limits.hangMs)],
    );
    await compareClocks(client);
    if (!isBack && isClockWrong())
      throw new ProcessesError(
        `the clock of this machine is ${Math.abs(Math.round(differenceMs / 1000))} s ${differenceMs > 0 ? 'ahead of' : 'behind'} that of ${place}. Set both by NTP; server processes on one database need the same time.`,
      );
    const hasPlace = isBack
      ? await takeWithin(client, `pg_try_advisory_lock_shared(${KEY})`, limits)
      : await join(client);
    if (!hasPlace) return false;
    isJoined = true;
    const { rows } = await client.query<{ readonly name: string }>(
      `select 'samtal_' || substr(md5(current_schema()), 1, 16) as name`,
    );
    channel = rows[0]?.name ?? '';
    client.on('notification', (notification) => {
      if (notification.channel === channel) events.heard(notification.payload ?? '');
    });
    await client.query(`listen ${channel}`);
    return true;
  }

  let wasLost = false;
  const session = await keepSession(url, limits, {
    async opened(client) {
      wasLost = isJoined;
      return opened(client);
    },
    async asked(client) {
      if (wasLost) {
        wasLost = false;
        onBack?.();
        events.rejoined();
      }
      await compareClocks(client);
      if (isClockWrong()) onWrongClock(differenceMs);
      events.asked();
    },
    lost: () => onLost?.(),
    refused: () => onTaken(problem),
  }).catch((error: unknown) => {
    throw error instanceof ProcessesError ? error : explainPostgres(place, error);
  });
  if (session === undefined) throw new ProcessesError(problem);

  return {
    id,
    channel,
    isFirst,
    async started() {
      await session.client()?.query(`select pg_advisory_unlock(${START_KEY})`);
    },
    attend(given) {
      events = given;
    },
    isClockRight: () => !isClockWrong(),
    async tryToLead() {
      const client = session.client();
      if (client === undefined || isClockWrong()) return false;
      isLeader ||= await isTrue(client, `pg_try_advisory_lock(${LEADER_KEY})`);
      return isLeader;
    },
    async giveLeadBack() {
      if (!isLeader) return;
      isLeader = false;
      await session.client()?.query(`select pg_advisory_unlock(${LEADER_KEY})`);
    },
    leave: () => session.end(),
  };
}
