import { Client } from 'pg';
import { readConfig } from '../../config/config.ts';
import { withCheckedTls } from '../../storage/database/postgres-database.ts';
import { moveDatabase } from '../../storage/move/move-database.ts';
import type { FileCommand } from '../command.ts';
import { AdminError } from '../command.ts';

/** The word for the embedded database as the place to move to. */
const SQLITE = 'sqlite';

/** The address as the server would take it from `DATABASE_URL`; throws an `AdminError` if it would not. */
function checkedUrl(url: string): string {
  const result = readConfig({ DATABASE_URL: url });
  if (!result.ok) throw new AdminError(result.problems.join('\n').replaceAll('DATABASE_URL', 'The address'));
  if (result.config.databaseUrl === undefined) throw new AdminError('The standard input has no address.');
  return result.config.databaseUrl;
}

/** Throws an `AdminError` for an argument with a password, which other users of the machine can read. */
function withoutPassword(argument: string): string {
  const url = checkedUrl(argument);
  const { password } = new Client({ connectionString: withCheckedTls(url) });
  // A password of the environment or of ~/.pgpass is not in the argument.
  if (typeof password === 'string' && password !== process.env['PGPASSWORD'])
    throw new AdminError(
      'Other users of this machine can read the arguments of a program, and this one contains a password. Write the address to a file that only you can read, and use --url-stdin < file.',
    );
  return url;
}

const LEFT = 'audit.log, the keys and the outbox stay in DATA_DIR, which the server goes on using.';

const sum = (rows: number, tables: number): string =>
  `All ${rows} rows of ${tables} tables have been moved and compared.`;

/** Moves all data between the embedded database and PostgreSQL (decision D103). */
export const moveDatabaseCommand: FileCommand = {
  words: '[url]',
  options: { 'url-stdin': '' },
  summary: `moves all data to an empty PostgreSQL database, or back ("${SQLITE}"); stop the server first`,
  details: [
    'url is the later DATABASE_URL, such as postgres:///samtal?host=/run/postgresql. With --url-stdin it is read from the standard input: an address with a password must not be an argument.',
    `Back: with DATABASE_URL set, "${SQLITE}" instead of the url. DATA_DIR must not contain samtal.db.`,
    'If the move fails or is interrupted, the new database is as empty as before, and the old one unchanged.',
  ],
  async run({ words: [word], options }, { dataDir, databaseUrl, audit, print, readInput }) {
    const isFromInput = options.has('url-stdin');
    if (isFromInput === (word !== undefined))
      throw new AdminError(`Give the url of the PostgreSQL database, --url-stdin, or "${SQLITE}".`);
    if (word === SQLITE) {
      if (databaseUrl === undefined)
        throw new AdminError('DATABASE_URL is not set, so the data is in DATA_DIR already.');
      const { tables, rows } = await moveDatabase({ dataDir, databaseUrl, to: 'sqlite', report: print });
      audit({ event: 'database_moved', detail: `to samtal.db: ${rows} rows` });
      print(sum(rows, tables));
      print(`Now remove DATABASE_URL from the settings of the server, and start it. ${LEFT}`);
      print('The PostgreSQL database has not been changed: remove it when you no longer need it.');
      return;
    }
    if (databaseUrl !== undefined)
      throw new AdminError(
        'DATABASE_URL is set: the server uses PostgreSQL already. To move the data of DATA_DIR to it, stop the server, make a new and empty database if the server has started on it, and run this without DATABASE_URL.',
      );
    const url = isFromInput ? checkedUrl((await readInput()).trim()) : withoutPassword(word ?? '');
    const moved = await moveDatabase({ dataDir, databaseUrl: url, to: 'postgres', report: print });
    audit({ event: 'database_moved', detail: `to PostgreSQL: ${moved.rows} rows` });
    print(sum(moved.rows, moved.tables));
    if (moved.changedTexts > 0)
      print(`PostgreSQL has no U+0000: in ${moved.changedTexts} texts it has become U+FFFD.`);
    print(
      `Now set DATABASE_URL to this address in the settings of the server, and start it. ${LEFT} Back up PostgreSQL from now on.`,
    );
    print('samtal.db has not been changed: remove it when you no longer need it, for it contains secrets.');
  },
};
