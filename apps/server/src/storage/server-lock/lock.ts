import type { SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';

/** The right of one process to be the server of a data folder or a database. */
export type ServerLock = {
  /** Whether it has been held without a gap, so that no other server can have used the data meanwhile. */
  readonly isUnbroken: () => Promise<boolean>;
  readonly release: () => Promise<void>;
};

/** Times in milliseconds (`SERVER_LOCK_LIMITS`). */
export type LockLimits = Readonly<Record<keyof typeof SERVER_LOCK_LIMITS, number>>;
