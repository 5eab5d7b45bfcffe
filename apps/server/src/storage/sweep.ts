import type { Clock } from '@samtal/sip';
import { KEY_MEMORY_MS } from '../domain/accounts/link-rules.ts';
import { PUSH_LIFETIME_MS, SESSION_LIFETIME_MS } from '../domain/accounts/session-rules.ts';
import type { EventLog } from '../domain/event-log.ts';
import { CALL_RECORD_LIMITS } from '../domain/limits/limits.ts';
import type { Repositories } from './repositories/repositories.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
/** Interval at which expired sessions are removed, and with them their SIP rights (decision D48). */
const SESSION_SWEEP_INTERVAL_MS = 60 * 1000;
/** Number of session sweeps for one sweep of all other data, which therefore takes place every hour. */
const SESSION_SWEEPS_PER_SWEEP = 60;
/**
 * Age up to which an anonymous account without a session is kept: the login that made it may not have added
 * the session yet.
 */
const NEW_ACCOUNT_MS = 60 * 1000;

type Retention = {
  /** Days for which records of calls are kept; 0 = none is kept. */
  readonly callRecordDays: number;
  /** Days for which messages are kept; 0 = no limit. */
  readonly messageDays: number;
  /** Days for which the audit of several server processes is kept; 0 = no limit. */
  readonly auditDays: number;
};

async function sweep(
  {
    accounts,
    oneTimeKeys,
    history,
    messages,
    pushSubscriptions,
    revocations,
    callRecords,
    auditEntries,
    kioskLinks,
  }: Repositories,
  { callRecordDays, messageDays, auditDays }: Retention,
  now: number,
): Promise<void> {
  for (const username of await accounts.removeLeftAnonymous(now - NEW_ACCOUNT_MS))
    await revocations.add(username);
  // Accounts are removed before their keys, because the keys mark them as abandoned.
  await accounts.removeAbandoned(now - KEY_MEMORY_MS);
  await oneTimeKeys.removeExpiredBefore(now - KEY_MEMORY_MS);
  await history.sweep(now);
  if (messageDays > 0) await messages.removeBefore(now - messageDays * DAY_MS);
  await pushSubscriptions.removeRenewedBefore(now - PUSH_LIFETIME_MS);
  if (auditDays > 0) await auditEntries.removeBefore(now - auditDays * DAY_MS);
  await kioskLinks.removeExpired(now);
  await callRecords.sweep({ before: now - callRecordDays * DAY_MS, most: CALL_RECORD_LIMITS.records });
}

const sweepSessions = ({ sessions }: Repositories, now: number): Promise<void> =>
  sessions.removeOlderThan(now - SESSION_LIFETIME_MS);

type Sweeping = Retention & {
  readonly repositories: Repositories;
  /** Removes what server processes remember together and that has expired, with the sessions. */
  readonly sweepShared?: (() => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: Pick<EventLog, 'error'>;
};

/**
 * Removes expired data and calls beyond their retention period (decision D14) immediately and then every
 * hour; expired sessions every minute.
 * @returns a function that stops the sweeps
 */
export async function startSweeping({
  repositories,
  sweepShared,
  clock,
  log,
  ...retention
}: Sweeping): Promise<() => void> {
  await sweepSessions(repositories, clock.now());
  await sweep(repositories, retention, clock.now());
  let isSweeping = false;
  let isDue = false;
  let isWholeSweepDue = false;
  let sweeps = 0;
  /** Starts a sweep; if one is running, the next starts after it, however slow the database is. */
  async function sweepOnceMore(): Promise<void> {
    isDue = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isDue) {
      const isWhole = isWholeSweepDue;
      [isDue, isWholeSweepDue] = [false, false];
      try {
        await sweepSessions(repositories, clock.now());
        await sweepShared?.();
        if (isWhole) await sweep(repositories, retention, clock.now());
      } catch (error) {
        log.error({ event: 'sweep_failed', err: error });
      }
    }
    isSweeping = false;
  }
  let cancel: () => void;
  const sweepLater = (): void => {
    cancel = clock.setTimer(SESSION_SWEEP_INTERVAL_MS, () => {
      sweepLater();
      sweeps += 1;
      isWholeSweepDue ||= sweeps % SESSION_SWEEPS_PER_SWEEP === 0;
      void sweepOnceMore();
    });
  };
  sweepLater();
  return () => cancel();
}
