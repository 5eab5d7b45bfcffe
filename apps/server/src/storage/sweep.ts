import type { Clock } from '@samtal/sip';
import type { FastifyBaseLogger } from 'fastify';
import { KEY_MEMORY_MS } from '../domain/link-rules.ts';
import { SESSION_LIFETIME_MS } from '../domain/session-rules.ts';
import type { Repositories } from './repositories/repositories.ts';

/** How late the end of a session may be noticed, and with it the end of its SIP rights (decision D48). */
const SESSION_SWEEP_INTERVAL_MS = 60 * 1000;
/** Everything else is looked at every hour. */
const SESSION_SWEEPS_PER_SWEEP = 60;
/** A login takes no longer between an account and its session. */
const NEW_ACCOUNT_MS = 60 * 1000;

async function sweep(
  { accounts, oneTimeKeys, history, expulsions }: Repositories,
  now: number,
): Promise<void> {
  for (const username of await accounts.removeLeftAnonymous(now - NEW_ACCOUNT_MS))
    await expulsions.add(username);
  // Before their keys, by which they are known.
  await accounts.removeAbandoned(now - KEY_MEMORY_MS);
  await oneTimeKeys.removeExpiredBefore(now - KEY_MEMORY_MS);
  await history.sweep(now);
}

const sweepSessions = ({ sessions }: Repositories, now: number): Promise<void> =>
  sessions.removeOlderThan(now - SESSION_LIFETIME_MS);

type Sweeping = {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * Forgets what nobody can use any more and what nobody wants kept (decision D14): at once, and then every hour; sessions
 * that have expired every minute.
 * @returns how to stop
 */
export async function startSweeping({ repositories, clock, log }: Sweeping): Promise<() => void> {
  await sweepSessions(repositories, clock.now());
  await sweep(repositories, clock.now());
  let isSweeping = false;
  let isDue = false;
  let isWholeSweepDue = false;
  let sweeps = 0;
  /** One after the other, however slow the database is. */
  async function sweepOnceMore(): Promise<void> {
    isDue = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isDue) {
      const isWhole = isWholeSweepDue;
      [isDue, isWholeSweepDue] = [false, false];
      try {
        await sweepSessions(repositories, clock.now());
        if (isWhole) await sweep(repositories, clock.now());
      } catch (error) {
        log.error({ err: error }, 'what is out of date could not be removed');
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
