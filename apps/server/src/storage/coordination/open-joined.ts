import { createSecret } from '../../crypto/secrets.ts';
import { SchemaError } from '../database/bring-up-to-date.ts';
import { DatabaseError } from '../database/postgres-error.ts';
import { openRepositories } from '../repositories/open-repositories.ts';
import type { Repositories } from '../repositories/repositories.ts';
import type { Membership } from '../server-lock/join-servers.ts';
import { ProcessesError } from '../server-lock/processes-error.ts';
import type { SharedStorage } from './shared-storage.ts';

/** Name of the secret that signs notifications. */
const NOTIFICATIONS = 'notifications';

/**
 * Opens the database of several server processes. Only the first one may change the tables, because others would go on
 * with those of before: then it throws a `ProcessesError`.
 */
export async function openJoined(
  dataDir: string,
  databaseUrl: string,
  { isFirst }: Pick<Membership, 'isFirst'>,
): Promise<{
  repositories: Repositories;
  shared: SharedStorage;
  /** Signs the notifications of all processes. */
  secret: string;
  close: () => Promise<void>;
}> {
  const opened = await openRepositories(dataDir, { databaseUrl, mayMigrate: isFirst }).catch(
    (error: unknown) => {
      if (isFirst || !(error instanceof DatabaseError && error.cause instanceof SchemaError)) throw error;
      throw new ProcessesError(
        'this version does not fit the tables with which other server processes run. Stop all of them, start one process of the newest version, and then the others.',
        { cause: error },
      );
    },
  );
  if (opened.shared === undefined) throw new Error('several processes need PostgreSQL');
  const secret = await opened.repositories.secrets.findOrAdd(NOTIFICATIONS, createSecret());
  return { ...opened, shared: opened.shared, secret };
}
