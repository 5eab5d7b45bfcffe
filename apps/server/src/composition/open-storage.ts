import type { Logger } from 'pino';
import { claimDomain } from '../accounts/claim-domain.ts';
import type { Config } from '../config/config.ts';
import { openRepositories } from '../storage/repositories/open-repositories.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';
import { lockServer } from '../storage/server-lock/server-lock.ts';
import { startSweeping } from '../storage/sweep.ts';
import { clock } from './clock.ts';
import { giveUp } from './give-up.ts';

export type Storage = {
  readonly repositories: Repositories;
  readonly stopSweeping: () => void;
  readonly close: () => Promise<void>;
};

/**
 * Opens the database of this SIP domain, which no other server may use, brings it up to date and starts to remove old
 * data.
 */
export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  const { dataDir, databaseUrl, sipDomain, callRecordDays, messageDays } = config;
  const lock = await lockServer({
    dataDir,
    databaseUrl,
    onTaken(problem) {
      log.fatal({ event: 'database_taken' });
      giveUp(`DATABASE_URL: ${problem}`);
    },
  });
  const { repositories, close } = await openRepositories(dataDir, { databaseUrl });
  const wrongDomain = await claimDomain(repositories, sipDomain);
  if (wrongDomain !== undefined) giveUp(wrongDomain);
  const stopSweeping = await startSweeping({ repositories, callRecordDays, messageDays, clock, log });
  // Completes the messages that callers were still writing when the last process ended.
  await repositories.messages.closeAll();
  return {
    repositories,
    stopSweeping,
    async close() {
      await close();
      await lock.release();
    },
  };
}
