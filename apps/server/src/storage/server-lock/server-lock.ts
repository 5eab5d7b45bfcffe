import { SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import type { LockLimits, ServerLock } from './lock.ts';
import { lockDataDir } from './lock-data-dir.ts';

type Locking = {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** Called once if another server has taken the database while this one could not reach it. */
  readonly onTaken: (problem: string) => void;
  /** Called when PostgreSQL cannot be reached. */
  readonly onLost?: () => void;
  /** Called when PostgreSQL can be reached again after an outage. */
  readonly onBack?: () => void;
  readonly limits?: LockLimits;
};

/**
 * Lets one server at a time use a data folder and a database: registrations, calls, limits and events are in the memory
 * of the process, so a second server would split the users. Throws a `DataDirError`, a `DatabaseError` or a
 * `ProcessesError` with what to do.
 */
export async function lockServer({
  dataDir,
  databaseUrl,
  onTaken,
  onLost,
  onBack,
  limits = SERVER_LOCK_LIMITS,
}: Locking): Promise<ServerLock> {
  const folder = lockDataDir(dataDir, limits.waitMs);
  if (databaseUrl === undefined) return folder;
  try {
    const { lockPostgres } = await import('./lock-postgres.ts');
    const database = await lockPostgres(databaseUrl, { onTaken, onLost, onBack, limits });
    return {
      isUnbroken: database.isUnbroken,
      async release() {
        await database.release();
        await folder.release();
      },
    };
  } catch (error) {
    await folder.release();
    throw error;
  }
}
