import { join } from 'node:path';
import type { EventLog } from '../domain/event-log.ts';
import { DataDirError } from './database/data-dir-error.ts';
import type { SecretPlace } from './open-secret.ts';
import { readSecretFile, type SecretKind } from './secret-file.ts';

type Tools = {
  readonly place: Omit<SecretPlace, 'isShared'>;
  readonly now: number;
  readonly log: Pick<EventLog, 'warn'>;
};

/**
 * Warns of each secret that is not there although the database has what needs it: a database of a backup without its
 * keys, or the wrong folder. Throws a `DataDirError` for one that must not be replaced without a word.
 */
export async function checkMissingSecrets(
  kinds: readonly SecretKind[],
  { place: { dataDir, secrets }, now, log }: Tools,
): Promise<void> {
  for (const kind of kinds) {
    const { name, loss, isNeeded } = kind;
    if (readSecretFile(dataDir, kind) !== undefined || (await secrets.find(name)) !== undefined) continue;
    const uses = await secrets.countUses(name, now);
    if (uses === 0) continue;
    const file = join(dataDir, name);
    if (isNeeded)
      throw new DataDirError(
        `${file} is missing, and ${uses === 1 ? '1 account needs' : `${uses} accounts need`} it. Put back the file of your backup. If it is lost, make a new one for the user of the service (umask 077; openssl rand -base64 32 > ${file}): then ${loss}.`,
      );
    log.warn({ event: 'key_missing', file: name, uses, loss });
  }
}
