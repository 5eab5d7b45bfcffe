import type { Clock } from '@samtal/sip';
import type { FastifyBaseLogger } from 'fastify';
import { KEY_MEMORY_MS } from '../domain/link-rules.ts';
import { SESSION_LIFETIME_MS } from '../domain/session-rules.ts';
import type { Repositories } from './repositories.ts';

const SWEEP_INTERVAL_MS = 60 * 60 * 1000;

async function sweep(
  { sessions, accounts, oneTimeKeys, history, expulsions }: Repositories,
  now: number,
): Promise<void> {
  await sessions.removeOlderThan(now - SESSION_LIFETIME_MS);
  for (const username of await accounts.removeLeftAnonymous()) await expulsions.add(username);
  // Before their keys, by which they are known.
  await accounts.removeAbandoned(now - KEY_MEMORY_MS);
  await oneTimeKeys.removeExpiredBefore(now - KEY_MEMORY_MS);
  await history.sweep(now);
}

type Sweeping = {
  readonly repositories: Repositories;
  readonly clock: Clock;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
};

/**
 * Forgets what nobody can use any more and what nobody wants kept (decision D14): at once, and then every hour.
 * @returns how to stop
 */
export async function startSweeping({ repositories, clock, log }: Sweeping): Promise<() => void> {
  await sweep(repositories, clock.now());
  let isSweeping = false;
  let isDue = false;
  /** One after the other, however slow the database is. */
  async function sweepOnceMore(): Promise<void> {
    isDue = true;
    if (isSweeping) return;
    isSweeping = true;
    while (isDue) {
      isDue = false;
      try {
        await sweep(repositories, clock.now());
      } catch (error) {
        log.error({ err: error }, 'what is out of date could not be removed');
      }
    }
    isSweeping = false;
  }
  let cancel: () => void;
  const sweepLater = (): void => {
    cancel = clock.setTimer(SWEEP_INTERVAL_MS, () => {
      sweepLater();
      void sweepOnceMore();
    });
  };
  sweepLater();
  return () => cancel();
}
