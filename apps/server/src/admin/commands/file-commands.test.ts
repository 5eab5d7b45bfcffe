import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import { onPostgres } from '../../storage/testing/each-storage.ts';
import {
  createDatabase,
  libpqAccess,
  programs,
  psql,
  urlOf,
} from '../../storage/testing/postgres-cluster.ts';
import { EXIT, runAdmin } from '../run-admin.ts';

const read = (path: string): string =>
  readFileSync(new URL(`../../../../../${path}`, import.meta.url), 'utf8');

/** The commands that the manual has for PostgreSQL on the same machine: a dump, its restore, and the way back. */
function commandsOfManual(): { restore: string; back: string } {
  const [, section = ''] =
    /^\*\*PostgreSQL on this machine\*\*([^]*?)^\*\*PostgreSQL elsewhere/m.exec(read('docs/operating.md')) ??
    [];
  const [, restore, back] = [...section.matchAll(/^```sh\n([^]*?)^```$/gm)].map(([, block]) => block);
  return { restore: restore ?? expect.fail(section), back: back ?? expect.fail(section) };
}

/** The command of the unit that dumps the database each night. */
const dumpOfUnit = (): string =>
  /^ExecStart=\/bin\/sh -ec '(.*)'$/m
    .exec(read('deploy/systemd/samtal-dump.service'))?.[1]
    ?.replaceAll('$$', () => '$')
    .replaceAll('%%', '%') ?? expect.fail('no command');

onPostgres((create) => {
  test('D24 the manual’s commands for PostgreSQL on this machine restore a dump of the unit, and lead back', async () => {
    const place = await create();
    const dumps = join(dirname(place.dataDir), 'dumps');
    mkdirSync(dumps);
    const name = new URL(place.databaseUrl ?? '').pathname.slice(1);
    psql('postgres', `create role ${name} login`);

    /** Runs commands of the owner of the cluster, with the database and the role of this test in place of `samtal`. */
    function run(commands: string): void {
      const here = commands
        .replaceAll('runuser -u postgres -- ', '')
        .replaceAll(/^systemctl .*$/gm, '')
        .replaceAll(/\bsamtal(?!-)(?=\b|_before)/g, name)
        .replaceAll('/var/lib/samtal-dumps', dumps);
      const PATH = `${programs()}:${process.env['PATH']}`;
      execFileSync('sh', ['-ec', here], {
        cwd: dumps,
        env: { ...libpqAccess(), PATH, PGUSER: 'postgres' },
        stdio: 'pipe',
      });
    }
    async function valueNow(): Promise<string | undefined> {
      const { repositories, close } = await place.open();
      const [setting] = await repositories.organisations.list(1);
      await close();
      return setting?.value;
    }
    async function write(value: string): Promise<void> {
      const { repositories, close } = await place.open();
      await repositories.organisations.set(1, { key: 'A', value });
      await close();
    }

    const { restore, back } = commandsOfManual();
    await write('dumped');
    run(dumpOfUnit());
    await write('later');
    run(restore);
    expect(await valueNow()).toBe('dumped');
    expect(psql(name, `select distinct tableowner from pg_tables where schemaname = 'public'`)).toBe(name);
    run(back);
    expect(await valueNow()).toBe('later');
    place.remove();
  });

  test('D24 the PostgreSQL commands that backup and restore print work', async () => {
    const place = await create();
    const file = join(place.dataDir, '../..', 'samtal.dump');
    const { repositories, close } = await place.open();
    await repositories.organisations.set(1, { key: 'A', value: 'backed up' });

    /** Runs the tool, and then the command that it prints. */
    async function obey(command: string, databaseUrl: string | undefined): Promise<void> {
      let told = '';
      const exit = await runAdmin(
        [command, file],
        {
          print: () => expect.fail('the tool reports success'),
          complain: (line) => void (told += line),
        },
        {
          dataDir: place.dataDir,
          databaseUrl,
          readInput: () => expect.fail('the tool reads the standard input'),
          audit: () => expect.fail('the tool has done something'),
          open: () => expect.fail('the tool opens the database'),
        },
      );
      expect(exit).toBe(EXIT.refused);
      const line = /with: (.*)$/.exec(told)?.[1] ?? expect.fail(told);
      execFileSync('sh', ['-c', line], {
        env: { PATH: `${programs()}:${process.env['PATH']}`, DATABASE_URL: databaseUrl },
        stdio: 'pipe',
      });
    }

    await obey('backup', place.databaseUrl);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await repositories.organisations.set(1, { key: 'A', value: 'later' });
    await close();
    const fresh = urlOf(createDatabase());
    await obey('restore', fresh);
    const restored = await openRepositories(place.dataDir, { databaseUrl: fresh, mayMigrate: false });
    expect(await restored.repositories.organisations.list(1)).toEqual([{ key: 'A', value: 'backed up' }]);
    await restored.close();
    rmSync(file);
    place.remove();
  });
});
