import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from '@playwright/test';
import {
  createDatabase,
  hasPostgres,
  psql,
  urlOf,
} from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { nodeForServer, root } from '../../tools/runtime.mjs';
import { Person } from '../support/page/person.ts';
import { signIn } from '../support/page/user-api.ts';
import { sipSecret } from '../support/peers/sip-secret.ts';
import { startSamtalServer } from '../support/server/samtal-server.ts';

test.beforeEach(() => {
  // The list of tests shows this notice for a skipped test.
  test.skip(
    !hasPostgres(),
    'PostgreSQL is not installed and may not be installed here (Debian: postgresql).',
  );
});

const logInStatus = async (url: string): Promise<number> =>
  (
    await fetch(`${url}/userApi/user/api/user/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        username: 'alice',
        password: 'demo1234',
        force: true,
        willUseSipRegistration: false,
      }),
    })
  ).status;

async function admin(env: Record<string, string>, ...words: string[]): Promise<string> {
  const tool = spawn(nodeForServer(), ['apps/server/src/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(tool.stdout), once(tool, 'exit')]);
  return output;
}

test('D26 PostgreSQL keeps all data: it is there after a restart, and the admin tool sees the same', async ({
  browser,
}) => {
  const DATABASE_URL = urlOf(createDatabase(), 'postgres:s3cr3t');
  const server = await startSamtalServer({ DATABASE_URL });
  const secret = await sipSecret(server.url, 'alice');
  const [alice, bobby] = [
    await Person.at(browser, server.url, 'alice'),
    await Person.at(browser, server.url, 'bobby'),
  ];
  await alice.isReachable();
  await bobby.isReachable();
  await alice.dial('bobby');
  await bobby.answer();
  await alice.hasStatus('ACCEPTED');
  await bobby.hangUp();
  await alice.leave();
  await bobby.leave();
  expect(await server.stop()).toBe(0);
  await server.restart();
  const environment = { DATA_DIR: server.dataDir, DATABASE_URL };
  expect(await admin(environment, 'export-sip-secrets')).toContain(`alice,demo.example,${secret}\n`);
  expect(server.lines.join('\n')).not.toContain('s3cr3t');
  await server.dispose();
});

test('D103 after the move to PostgreSQL, and back, users are still logged in and have all that they had', {
  tag: '@long',
}, async () => {
  // The server reads it at each start.
  const environment: Record<string, string> = {};
  const server = await startSamtalServer(environment);
  const bobby = await signIn(server.url, 'bobby');
  const secret = await sipSecret(server.url, 'bobby');
  await bobby.addContact({ fname: 'Åsa', sipaddress: 'asa@demo.example', favourite: true });
  /** What the sessions of before still find, and what an external SIP server would. */
  async function isAllThere(): Promise<void> {
    expect(await bobby.favourites()).toContain('Åsa');
    const where = { DATA_DIR: server.dataDir, DATABASE_URL: '', ...environment };
    expect(await admin(where, 'export-sip-secrets')).toContain(`bobby,demo.example,${secret}\n`);
  }
  const databaseUrl = urlOf(createDatabase(), 'postgres');
  const move = (words: readonly string[], more: Record<string, string> = {}): Promise<string> =>
    admin({ DATA_DIR: server.dataDir, DATABASE_URL: '', ...more }, 'move-database', ...words);
  await isAllThere();
  // Nothing is moved while the server runs.
  expect(await move([databaseUrl])).toBe('');
  expect(await server.stop()).toBe(0);
  expect(await move([databaseUrl])).toContain('Now set DATABASE_URL');
  rmSync(join(server.dataDir, 'samtal.db'));
  environment['DATABASE_URL'] = databaseUrl;
  await server.restart();
  await isAllThere();
  await bobby.addContact({ fname: 'Later', sipaddress: 'later@demo.example', favourite: true });
  expect(await server.stop()).toBe(0);
  expect(await move(['sqlite'], environment)).toContain('Now remove DATABASE_URL');
  delete environment['DATABASE_URL'];
  await server.restart();
  await isAllThere();
  expect(await bobby.favourites()).toContain('Later');
  await server.dispose();
});

test('D26 requests fail while PostgreSQL is away, logged-in pages can still call, and requests succeed when it is back', async ({
  browser,
}) => {
  const database = createDatabase();
  const server = await startSamtalServer({ DATABASE_URL: urlOf(database, 'postgres:s3cr3t') });
  const alice = await Person.at(browser, server.url, 'alice');
  await alice.isReachable();
  psql('postgres', `alter database ${database} allow_connections false`);
  psql('postgres', `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`);
  expect(await logInStatus(server.url)).toBe(503);
  await alice.dial('bobby');
  await expect(alice.page.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect
    .poll(() => server.lines.filter((line) => line.includes('revocations_unreadable')).length)
    .toBe(1);
  psql('postgres', `alter database ${database} allow_connections true`);
  await expect.poll(() => logInStatus(server.url)).toBe(200);
  expect(server.lines.join('\n')).not.toContain('s3cr3t');
  await alice.leave();
  expect(await server.stop()).toBe(0);
  await server.dispose();
});
