import type { Config } from '../config/config.ts';
import { createHealthCheck } from '../http/plumbing/health-check.ts';
import type { ServerReadiness } from '../http/resources/health.ts';
import { createDataDirCheck } from '../storage/data-dir-check.ts';
import type { Repositories } from '../storage/repositories/repositories.ts';

type Parts = {
  readonly config: Pick<Config, 'sipEngine' | 'dataDir'>;
  readonly repositories: Pick<Repositories, 'ping'>;
  /** Whether the embedded SIP server accepts connections and its agents are registered over them. */
  readonly isSipReady: () => boolean;
};

/** What must work for this server to be ready: the database, the data folder, and the SIP server if it is embedded. */
export const composeReadiness = ({ config, repositories, isSipReady }: Parts): ServerReadiness => ({
  database: createHealthCheck(repositories.ping),
  disk: createHealthCheck(createDataDirCheck(config.dataDir)),
  ...(config.sipEngine === 'embedded' && { sip: () => Promise.resolve(isSipReady()) }),
});
