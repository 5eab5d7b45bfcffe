import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { hasPostgres } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { nodeForServer, root } from '../../tools/runtime.mjs';
import { type OwnPostgres, startOwnPostgres } from '../support/server/own-postgres.ts';
import { freePort } from '../support/server/ports.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

const run = promisify(execFile);

let postgres: OwnPostgres | undefined;
const servers: SamtalServer[] = [];

test.beforeEach(() => {
  // Where PostgreSQL can neither be found nor installed there is nothing to share. The list of tests shows this notice.
  test.skip(
    !hasPostgres(),
    'PostgreSQL is not installed and may not be installed here (Debian: postgresql).',
  );
});
test.afterEach(async () => {
  for (const server of servers.splice(0)) await server.dispose();
  postgres?.dispose();
  postgres = undefined;
});

/** The variables of several processes. No SIP server is there: the agents of the one that leads go on trying. */
const several = async (database: OwnPostgres): Promise<Record<string, string>> => ({
  DATABASE_URL: database.url,
  SERVER_PROCESSES: 'several',
  SIP_ENGINE: 'external',
  SIP_WS_URI: `ws://127.0.0.1:${await freePort()}`,
  METRICS_PORT: String(await freePort()),
  LOG_LEVEL: 'info',
});

async function start(env: Record<string, string>): Promise<SamtalServer> {
  const server = await startSamtalServer(env);
  servers.push(server);
  return server;
}

const api = ({ url }: SamtalServer, path: string, query: Record<string, string> = {}): string =>
  `${url}/userApi/user/api/${path}?${new URLSearchParams(query)}`;

const post = (server: SamtalServer, path: string, body: object, query?: Record<string, string>) =>
  fetch(api(server, path, query), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

const logIn = (server: SamtalServer, body: object) =>
  post(server, 'user/login', { force: true, willUseSipRegistration: false, ...body });

async function tokenOf(server: SamtalServer, username: string): Promise<string> {
  const answer = await logIn(server, { username, password: 'demo1234' });
  const { securityToken } = (await answer.json()) as { securityToken: string };
  return securityToken;
}

/** An event stream, as a page has one. */
async function listen(server: SamtalServer, securityToken: string) {
  const answer = await fetch(api(server, 'events', { securityToken }));
  let text = '';
  let hasEnded = false;
  async function read(): Promise<void> {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body ?? []) text += decoder.decode(bytes);
  }
  void read()
    .catch(() => undefined)
    .finally(() => {
      hasEnded = true;
    });
  return {
    status: answer.status,
    kinds: () => [...text.matchAll(/^data: \{"kind":"(\w+)"\}$/gm)].map(([, kind]) => kind),
    hasEnded: () => hasEnded,
  };
}

const leads = ({ lines }: SamtalServer): boolean => lines.some((line) => line.includes('"leading"'));
const addContact = async (server: SamtalServer, securityToken: string, fname: string): Promise<void> => {
  const answer = await post(
    server,
    'contacts/add',
    { fname, sipaddress: `${fname.toLowerCase()}@demo.example` },
    { securityToken },
  );
  expect(answer.status).toBe(200);
};

async function admin(server: SamtalServer, url: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(nodeForServer(), ['apps/server/src/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: url, DATA_DIR: server.dataDir, SAMTAL_MODE: 'test' },
  });
  return stdout;
}

test('D105 two processes on one database are one server: changes, log-outs, limits, links, the leader, and a restart of PostgreSQL', async () => {
  test.slow();
  const database = startOwnPostgres();
  postgres = database;
  const env = await several(database);
  const one = await start(env);
  const two = await start({ ...env, METRICS_PORT: String(await freePort()) });
  expect([leads(one), leads(two)]).toEqual([true, false]);
  const metrics = await (await fetch(`http://127.0.0.1:${env['METRICS_PORT']}/metrics`)).text();
  expect(metrics).toContain('samtal_leader 1');

  await test.step('a change made at one reaches an event stream at the other', async () => {
    const token = await tokenOf(one, 'alice');
    const stream = await listen(two, token);
    await addContact(one, token, 'Asa');
    await expect.poll(stream.kinds).toEqual(['contacts']);
    const out = await fetch(api(one, 'user/logout', { securityToken: token }));
    expect(out.status).toBe(200);
    await expect.poll(stream.hasEnded).toBe(true);
    expect((await fetch(api(two, 'user/webSettings', { securityToken: token }))).status).toBe(401);
  });

  await test.step('a log-out everywhere in the console of one ends the stream at the other', async () => {
    await admin(one, database.url, 'role', 'alice', 'operator');
    const securityToken = await tokenOf(one, 'alice');
    const bobby = await tokenOf(two, 'bobby');
    const stream = await listen(two, bobby);
    // The password is shown at one process, and is good at the other.
    expect(
      (await post(two, 'console/confirmation', { password: 'demo1234' }, { securityToken })).status,
    ).toBe(200);
    const id = database.sql("select id from account where username = 'bobby'");
    expect((await post(one, `console/people/${id}/logOut`, {}, { securityToken })).status).toBe(200);
    await expect.poll(stream.hasEnded).toBe(true);
    expect((await listen(two, bobby)).status).toBe(401);
  });

  await test.step('wrong passwords count over both', async () => {
    const guess = (server: SamtalServer) => logIn(server, { username: 'charlie', password: 'wrong' });
    const answers = [];
    for (let index = 0; index < 12; index += 1)
      answers.push((await guess(index % 2 === 0 ? one : two)).status);
    expect(answers.filter((status) => status === 400)).toHaveLength(10);
    expect(answers.slice(10)).toEqual([429, 429]);
  });

  await test.step('a one-click link made for one opens at the other', async () => {
    const link = await admin(one, database.url, 'kiosk-link', 'echo');
    const token = /token=(\S+)/.exec(link)?.[1] ?? '';
    expect((await logIn(two, { token })).status).toBe(200);
  });

  await test.step('a process without the setting does not start beside them', async () => {
    const { SERVER_PROCESSES: _, ...alone } = env;
    await expect(start({ ...alone, METRICS_PORT: '' })).rejects.toThrow(
      /^SERVER_PROCESSES: Other Samtal servers run on [^\n]*Start this one with the same setting, or stop all of them first\.$/m,
    );
  });

  const token = await tokenOf(two, 'alice');
  const stream = await listen(two, token);

  await test.step('when the leader is killed, the other one does its work within 10 s', async () => {
    const old = JSON.stringify({
      to: 'a@example.org',
      subject: 'x',
      text: 'x',
      sentAt: '2020-01-01T00:00:00.000Z',
    });
    database.sql(`insert into waiting_mail values ('1', '${old}', 1);
      update session set last_used_at = 0 where account_id = (select id from account where username = 'bobby')`);
    await one.kill();
    const left = () => database.sql('select count(*) from waiting_mail');
    await expect.poll(() => [leads(two), left()], { timeout: 10_000 }).toEqual([true, '0']);
    expect(stream.hasEnded()).toBe(false);
  });

  await test.step('after a restart of PostgreSQL both go on', async () => {
    await one.restart();
    const other = await listen(one, token);
    database.stop();
    await expect.poll(async () => (await fetch(`${two.url}/readyz`)).status).toBe(503);
    database.start();
    // Notifications were missed, so pages are told that anything may have changed.
    await expect.poll(other.kinds, { timeout: 20_000 }).toContain('profile');
    await expect.poll(stream.kinds).toContain('profile');
    const before = stream.kinds().length;
    await addContact(one, token, 'Bo');
    await expect.poll(() => stream.kinds().length).toBeGreaterThan(before);
    await expect
      .poll(() =>
        database.sql("select count(*) from pg_locks where locktype = 'advisory' and classid = 1398033742"),
      )
      .toBe('1');
    expect(two.lines.filter((line) => line.includes('leading_no_more'))).toEqual([]);
    expect(await two.stop()).toBe(0);
  });
});
