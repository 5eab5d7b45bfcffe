import type { Logger } from 'pino';
import { claimDomain } from '../../accounts/claim-domain.ts';
import type { Config } from '../../config/config.ts';
import { sharedSettings } from '../../config/shared-settings.ts';
import { createSecret } from '../../crypto/secrets.ts';
import { type Coordination, createOwnCoordination } from '../../domain/coordination/coordination.ts';
import { COORDINATION_LIMITS, SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import { createRateLimit } from '../../domain/limits/rate-limit.ts';
import { agreeOnSettings } from '../../storage/coordination/agree-on-settings.ts';
import { openJoined } from '../../storage/coordination/open-joined.ts';
import { createSharedCoordination } from '../../storage/coordination/shared-coordination.ts';
import { peopleInEmbedded } from '../../storage/move/left-behind.ts';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import type { Repositories } from '../../storage/repositories/repositories.ts';
import { lockDataDir } from '../../storage/server-lock/lock-data-dir.ts';
import { lockServer } from '../../storage/server-lock/server-lock.ts';
import { elapsedMs } from '../clock.ts';
import { giveUp } from '../give-up.ts';

export type Storage = {
  readonly repositories: Repositories;
  readonly coordination: Coordination;
  /** Names this process among others; undefined = it is the only one. */
  readonly process: string | undefined;
  /** Removes what server processes remember together and that has expired. */
  readonly sweepShared: (() => Promise<void>) | undefined;
  /** To be called when the data is prepared: other server processes start only then. */
  readonly started: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** For the only process of a database. */
async function openAlone({ dataDir, databaseUrl }: Config, log: Logger): Promise<Storage> {
  const lock = await lockServer({
    dataDir,
    databaseUrl,
    onTaken(problem) {
      log.fatal({ event: 'database_taken' });
      giveUp(`DATABASE_URL: ${problem}`);
    },
    onLost: () => log.error({ event: 'database_lost' }),
    onBack: () => log.info({ event: 'database_back' }),
  });
  const { repositories, close } = await openRepositories(dataDir, { databaseUrl });
  return {
    repositories,
    coordination: createOwnCoordination(elapsedMs, createSecret()),
    process: undefined,
    sweepShared: undefined,
    started: () => Promise.resolve(),
    async close() {
      await close();
      await lock.release();
    },
  };
}

/** For one of several processes (decision D105). */
async function openTogether(config: Config, log: Logger): Promise<Storage> {
  const { dataDir, databaseUrl = '' } = config;
  const folder = lockDataDir(dataDir, SERVER_LOCK_LIMITS.waitMs);
  const mayLog = createRateLimit(COORDINATION_LIMITS.logLines, elapsedMs);
  const { joinServers } = await import('../../storage/server-lock/join-servers.ts');
  const membership = await joinServers(databaseUrl, {
    onTaken(problem) {
      log.fatal({ event: 'database_taken' });
      giveUp(`SERVER_PROCESSES: ${problem}`);
    },
    onLost: () => log.error({ event: 'database_lost' }),
    onBack: () => log.info({ event: 'database_back' }),
    onWrongClock(differenceMs) {
      if (mayLog()) log.error({ event: 'clock_wrong', differenceMs });
    },
    limits: SERVER_LOCK_LIMITS,
    now: Date.now,
  });
  log.info({ event: 'joined', process: membership.id, isFirst: membership.isFirst });
  const { repositories, shared, secret, close } = await openJoined(dataDir, databaseUrl, membership);
  const { isFirst } = membership;
  await agreeOnSettings(repositories, sharedSettings(config), { isFirst, log });
  const coordination = createSharedCoordination({ membership, shared, secret, elapsedMs, log });
  return {
    repositories,
    coordination,
    process: membership.id,
    sweepShared: shared.sweep,
    started: membership.started,
    async close() {
      await coordination.close();
      await close();
      await membership.leave();
      await folder.release();
    },
  };
}

/** Warns where `DATABASE_URL` has no people and the embedded database beside it has: nothing was moved yet. */
export async function warnOfPeopleLeft(
  { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>,
  { accounts }: Pick<Repositories, 'accounts'>,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const left = databaseUrl === undefined ? 0 : peopleInEmbedded(dataDir);
  if (left === 0 || (await accounts.list()).some(({ kind }) => kind === 'person')) return;
  const reason = `DATABASE_URL has no accounts of people, and samtal.db in DATA_DIR has. To move them, stop the server, make a new and empty database, and use move-database without DATABASE_URL`;
  log.warn({ event: 'accounts_not_moved', accounts: left, reason });
}

/** Opens the database of this SIP domain, which no other server may use unless it shares it, and brings it up to date. */
export async function openStorage(config: Config, log: Logger): Promise<Storage> {
  const storage = await (config.serverProcesses === 'several' ? openTogether : openAlone)(config, log);
  const wrongDomain = await claimDomain(storage.repositories, config.sipDomain);
  if (wrongDomain !== undefined) giveUp(wrongDomain);
  await warnOfPeopleLeft(config, storage.repositories, log);
  return storage;
}
