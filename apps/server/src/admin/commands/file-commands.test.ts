import { execFileSync } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openRepositories } from '../../storage/repositories/open-repositories.ts';
import { onPostgres } from '../../storage/testing/each-storage.ts';
import { createDatabase, programs, urlOf } from '../../storage/testing/postgres-cluster.ts';
import { EXIT, runAdmin } from '../run-admin.ts';

onPostgres((create) => {
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
