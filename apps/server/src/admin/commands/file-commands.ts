import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { TOOL_COMMAND } from '../../config/tool-command.ts';
import { backUp } from '../../storage/copies/back-up.ts';
import { restore } from '../../storage/copies/restore.ts';
import { countLinks } from '../../storage/copies/restored-links.ts';
import { DataDirError } from '../../storage/database/data-dir-error.ts';
import { DEVICE_SECRET, KIOSK_SECRET, SECOND_FACTOR_SECRET } from '../../storage/secret-file.ts';
import { VAPID_SECRET } from '../../web-push/vapid-keys.ts';
import type { FileCommand } from '../command.ts';
import { AdminError } from '../command.ts';
import { moveDatabaseCommand } from './move-command.ts';

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Refuses a backup or restore if the data is in PostgreSQL, whose own tools do both; `advice` names them. */
function leaveToPostgres(databaseUrl: string | undefined, advice: string): void {
  if (databaseUrl !== undefined)
    throw new AdminError(
      `The data is in PostgreSQL (DATABASE_URL). For PostgreSQL on this machine "Backups and new versions" of docs/operating.md has the commands. Elsewhere: ${advice}`,
    );
}

const backUpCommand: FileCommand = {
  words: '<file>',
  options: {},
  summary:
    'writes a copy of the database while the server runs; keep kiosk.key, device.key, second-factor.key and vapid.key with it',
  run({ words }, { dataDir, databaseUrl, audit, print }) {
    leaveToPostgres(
      databaseUrl,
      `back it up, in a shell that has DATABASE_URL, with: umask 077; pg_dump --format=custom --no-owner --file=${words[0]} "$DATABASE_URL"`,
    );
    const file = resolve(words[0] ?? '');
    if (existsSync(file)) throw new AdminError(`${file} exists already. Choose another name.`);
    try {
      backUp(dataDir, file);
    } catch (error) {
      if (error instanceof DataDirError) throw error;
      throw new AdminError(`${file} could not be written: ${reasonOf(error)}`);
    }
    audit({ event: 'database_backed_up', detail: file });
    print(`The database has been copied to ${file}.`);
  },
};

/** What the operator must do about each key that is not beside the restored database. */
const missingKeys = (dataDir: string): string[] =>
  [SECOND_FACTOR_SECRET, KIOSK_SECRET, DEVICE_SECRET, VAPID_SECRET]
    .filter(({ name }) => !existsSync(join(dataDir, name)))
    .map(({ name, loss }) => `${name} is not in ${dataDir}. Put the one of the backup there, or ${loss}.`);

const restoreCommand: FileCommand = {
  words: '<file>',
  options: {},
  summary: 'replaces the database by a backup and keeps the old one; stop the server first',
  run({ words }, { dataDir, databaseUrl, audit, print }) {
    leaveToPostgres(
      databaseUrl,
      `stop the server, set DATABASE_URL in the shell to a new and empty database, and restore the backup into it with: pg_restore --no-owner --exit-on-error --single-transaction --dbname="$DATABASE_URL" ${words[0]}`,
    );
    const file = resolve(words[0] ?? '');
    if (!existsSync(file)) throw new AdminError(`There is no file ${file}.`);
    const aside = restore(dataDir, file);
    audit({ event: 'database_restored', detail: file });
    print(`The database has been restored from ${file}.`);
    if (aside !== undefined) print(`The previous database is kept as ${aside}.`);
    for (const line of missingKeys(dataDir)) print(line);
    const links = countLinks(dataDir, Date.now());
    if (links > 0)
      print(
        `It has ${links} one-click links that have not expired, also those that were ended after the backup. End them in the console, or all with: ${TOOL_COMMAND} end-links`,
      );
  },
};

/** Commands of the operator's tool on the database as a whole, which do not use the repositories. */
export const fileCommands: Readonly<Record<string, FileCommand>> = {
  backup: backUpCommand,
  restore: restoreCommand,
  'move-database': moveDatabaseCommand,
};
