import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SecurityEvent } from '../../domain/security-event.ts';
import { DATABASE_FILE } from '../../storage/database/embedded-database.ts';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import { addAccount } from '../../storage/testing/accounts-of-tests.ts';
import { emptyBeside, onPostgres, type TestStorage } from '../../storage/testing/each-storage.ts';
import { createDatabase, urlOf } from '../../storage/testing/postgres-cluster.ts';
import { EXIT, runAdmin } from '../run-admin.ts';

vi.setConfig({ testTimeout: 60_000 });

onPostgres(() => {
  let place: TestStorage;
  let printed: string[];
  let complained: string[];
  let events: SecurityEvent[];

  beforeEach(async () => {
    events = [];
    place = emptyBeside({ databaseUrl: undefined });
    const { repositories, close } = await place.open();
    await addAccount(repositories, 'asa');
    await close();
  });
  afterEach(() => place.remove());

  async function move(
    words: readonly string[],
    { input = '', databaseUrl }: { input?: string; databaseUrl?: string } = {},
  ): Promise<number> {
    [printed, complained] = [[], []];
    return runAdmin(
      ['move-database', ...words],
      { print: (line) => void printed.push(line), complain: (line) => void complained.push(line) },
      {
        dataDir: place.dataDir,
        databaseUrl,
        readInput: () => Promise.resolve(input),
        audit: (event) => void events.push(event),
        open: () => expect.fail('the tool opens the database'),
      },
    );
  }

  const usernames = async (databaseUrl?: string): Promise<readonly string[]> => {
    const { repositories, close } = await openRepositories(place.dataDir, { databaseUrl, mayMigrate: false });
    const found = await repositories.accounts.findByUsername('asa');
    await close();
    return found === undefined ? [] : [found.username];
  };

  test('D103 the tool moves all data to PostgreSQL and back, and says what to change in the settings', async () => {
    const databaseUrl = urlOf(createDatabase(), 'postgres:s3cr3t');
    expect(await move(['--url-stdin'], { input: `${databaseUrl}\n` })).toBe(EXIT.done);
    expect(printed).toContainEqual(expect.stringMatching(/^account: 1 rows, checksum [\da-f]{16}$/));
    expect(printed.join('\n')).toMatch(/All \d+ rows of \d+ tables have been moved[^]*Now set DATABASE_URL/);
    expect(printed.join('\n')).not.toContain('s3cr3t');
    expect(await usernames(databaseUrl)).toEqual(['asa']);
    expect(existsSync(join(place.dataDir, DATABASE_FILE))).toBe(true);
    expect(await move(['sqlite'], { databaseUrl })).toBe(EXIT.refused);
    expect(complained.join()).toContain('Move all files');
    rmSync(join(place.dataDir, DATABASE_FILE));
    expect(await move(['sqlite'], { databaseUrl })).toBe(EXIT.done);
    expect(printed.join('\n')).toContain('Now remove DATABASE_URL');
    expect(events).toEqual([
      { event: 'database_moved', detail: expect.stringMatching(/^to PostgreSQL: \d+ rows$/) },
      { event: 'database_moved', detail: expect.stringMatching(/^to samtal\.db: \d+ rows$/) },
    ]);
    expect(await usernames()).toEqual(['asa']);
  });

  test('D103 a wrong command line is explained, and a password is no argument', async () => {
    const url = 'postgres://samtal@127.0.0.1:1/samtal';
    for (const [words, options, told] of [
      [[], {}, /Give the url/],
      [[url, '--url-stdin'], { input: url }, /Give the url/],
      [['--url-stdin'], { input: ' \n' }, /has no address/],
      [['samtal.db'], {}, /The address: must be an address such as postgres:/],
      [['postgres://samtal:s3cr3t@127.0.0.1:1/samtal'], {}, /contains a password/],
      [[' postgres://samtal:s3cr3t@127.0.0.1:1/samtal'], {}, /contains a password/],
      [['postgres://samtal:1/s3cr3t@127.0.0.1'], {}, /The address: must be an address such as postgres:/],
      [
        ['--url-stdin'],
        { input: ' postgres://samtal:s3cr3t@127.0.0.1:1/samtal\n' },
        /\/samtal cannot be reached/,
      ],
      [['sqlite'], {}, /DATABASE_URL is not set/],
      [
        [url],
        { databaseUrl: urlOf('any') },
        /uses PostgreSQL already\. To move the data of DATA_DIR to it, stop the server, make a new/,
      ],
      [[url], {}, /127\.0\.0\.1:1\/samtal cannot be reached/],
    ] as const) {
      expect(await move(words, options)).toBe(EXIT.refused);
      expect(complained.join('\n')).toMatch(told);
      expect(complained.join('\n')).not.toContain('s3cr3t');
    }
    // The shell splits an address at a space.
    expect(await move(['postgres://samtal:x', 's3cr3t', 'y@127.0.0.1:1/samtal'])).toBe(EXIT.misused);
    expect(complained.join('\n')).toMatch(/One word too many/);
    expect(complained.join('\n')).not.toContain('s3cr3t');
    expect(await usernames()).toEqual(['asa']);
    expect(events).toEqual([]);
  });
});
