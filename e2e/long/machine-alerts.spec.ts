import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { LEADER_KEY } from '../../apps/server/src/storage/server-lock/lock-keys.ts';
import { hasPostgres, programs } from '../../apps/server/src/storage/testing/postgres-cluster.ts';
import { startOwnPostgres } from '../support/server/own-postgres.ts';
import { freePort } from '../support/server/ports.ts';
import { hasPrometheus, type Prometheus, startPrometheus } from '../support/server/prometheus.ts';
import { type SamtalServer, startSamtalServer } from '../support/server/samtal-server.ts';

/** What is to be undone after the test, the last first. */
let cleanup: (() => unknown)[] = [];

test.beforeEach(() => {
  // Where Prometheus can neither be found nor installed, nothing evaluates the alerts. The list of tests shows this notice.
  test.skip(
    !hasPrometheus(),
    'Prometheus is not installed and may not be installed here (Debian: prometheus).',
  );
});
test.afterEach(async () => {
  for (const undo of cleanup.toReversed()) await undo();
  cleanup = [];
});

/** Starts a server, in the process that `within` prepares, and a Prometheus that reads its metrics. */
async function startWatched(
  env: Record<string, string>,
  within: readonly string[] = [],
): Promise<{ server: SamtalServer; prometheus: Prometheus }> {
  const port = await freePort();
  const server = await startSamtalServer({ ...env, METRICS_PORT: String(port) }, [], within);
  cleanup.push(() => server.dispose());
  const prometheus = await startPrometheus(port);
  cleanup.push(() => prometheus.stop());
  return { server, prometheus };
}

/** A shell command that runs `line`, and then becomes the command that follows. */
const after = (line: string): readonly string[] => ['sh', '-ec', `${line}; exec "$@"`, 'sh'];

const isSilent = async (prometheus: Prometheus): Promise<void> => {
  await wait(10_000);
  expect(await prometheus.firing()).toEqual([]);
};
const fires = (prometheus: Prometheus, alert: string) =>
  expect.poll(() => prometheus.firing(), { message: alert, timeout: 60_000 }).toEqual([alert]);

test('D92 the alert SamtalFilesRunOut fires when visitors take four fifths of the open files', async () => {
  const { server, prometheus } = await startWatched({}, after('ulimit -n 200'));
  await isSilent(prometheus);
  const visitors: Socket[] = [];
  cleanup.push(() => visitors.forEach((visitor) => visitor.destroy()));
  for (let n = 0; n < 140; n++) {
    const visitor = connect(server.port, '127.0.0.1').on('error', () => undefined);
    visitors.push(visitor);
    await once(visitor, 'connect');
  }
  await fires(prometheus, 'SamtalFilesRunOut');
});

test('D92 the alert SamtalDiskLow fires when less than 1 GB is free for the data folder', async () => {
  const { server, prometheus } = await startWatched({}, [
    'unshare',
    '--mount',
    '--map-root-user',
    ...after('mount -t tmpfs -o size=2g tmpfs "$DATA_DIR"'),
  ]);
  await isSilent(prometheus);
  // The folder as the server sees it.
  const folder = join(`/proc/${server.pid()}/root`, server.dataDir);
  execFileSync('fallocate', ['--length', '1200M', join(folder, 'filler')]);
  await fires(prometheus, 'SamtalDiskLow');
});

test('D92 the alert SamtalNoLeader fires while a program that hangs has the lock of the leader', async () => {
  // Without PostgreSQL there is one server process, which always leads. The list of tests shows this notice.
  test.skip(
    !hasPostgres(),
    'PostgreSQL is not installed and may not be installed here (Debian: postgresql).',
  );
  const postgres = startOwnPostgres();
  cleanup.push(() => postgres.dispose());
  const { prometheus } = await startWatched({
    DATABASE_URL: postgres.url,
    SERVER_PROCESSES: 'several',
    SIP_ENGINE: 'external',
    SIP_WS_URI: `ws://127.0.0.1:${await freePort()}`,
  });
  await isSilent(prometheus);
  const psql = join(programs() ?? '', 'psql');
  const hanging = spawn(
    psql,
    ['-h', postgres.folder, '-U', 'postgres', '-c', `select pg_advisory_lock(${LEADER_KEY}), pg_sleep(600)`],
    { stdio: 'ignore' },
  );
  cleanup.push(() => hanging.kill());
  // It waits for the lock, and gets it when the session of the server is lost.
  const waiting = `from pg_locks where locktype = 'advisory' and not granted`;
  await expect.poll(() => postgres.sql(`select count(*) ${waiting}`)).toBe('1');
  postgres.sql(`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted`);
  await fires(prometheus, 'SamtalNoLeader');
});
