import { createAccountRepository } from './account-repository.ts';
import { openDatabase } from './database.ts';
import type { Repositories } from './repositories.ts';
import { createSessionRepository } from './session-repository.ts';
import { createSettingRepository } from './setting-repository.ts';

/** Opens the storage of `dataDir`; `close` must be called before the process ends. */
export async function openRepositories(
  dataDir: string,
): Promise<{ repositories: Repositories; close(): Promise<void> }> {
  const database = await openDatabase(dataDir);
  return {
    repositories: {
      accounts: createAccountRepository(database),
      sessions: createSessionRepository(database),
      settings: createSettingRepository(database),
    },
    close: () => database.destroy(),
  };
}
