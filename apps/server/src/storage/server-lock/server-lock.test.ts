import { Client } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SERVER_LOCK_LIMITS } from '../../domain/limits/limits.ts';
import { DatabaseError } from '../database/postgres-error.ts';
import { onEachStorage, onPostgres, type TestStorage } from '../testing/each-storage.ts';
import { psql } from '../testing/postgres-cluster.ts';
import type { LockLimits, ServerLock } from './lock.ts';
import { KEY } from './lock-keys.ts';
import { lockServer } from './server-lock.ts';

const limits: LockLimits = { ...SERVER_LOCK_LIMITS, waitMs: 100, retryMs: 20, askMs: 20 };

const locks: ServerLock[] = [];

async function lock(
  { dataDir, databaseUrl }: Pick<TestStorage, 'dataDir' | 'databaseUrl'>,
  onTaken: (problem: string) => void = () => undefined,
): Promise<ServerLock> {
  const taken = await lockServer({ dataDir, databaseUrl, onTaken, limits });
  locks.push(taken);
  return taken;
}

let place: TestStorage;

afterEach(async () => {
  for (const taken of locks.splice(0)) await taken.release();
  place.remove();
});

onEachStorage((create) => {
  beforeEach(async () => {
    place = await create();
  });

  test('D26 a second server is refused until the first has ended, and reads what to do', async () => {
    const first = await lock(place);
    await expect(lock(place)).rejects.toThrow(
      /^Another Samtal server runs on [^\n]*Stop that one first[^\n]*$/,
    );
    await first.release();
    locks.length = 0;
    await lock(place);
  });

  test('D26 the administrator tool reads and writes while a server has the lock', async () => {
    await lock(place);
    const { repositories, close } = await place.open();
    await repositories.installation.write({ SIP_DOMAIN: 'calls.example' });
    await close();
  });
});

onPostgres((create) => {
  beforeEach(async () => {
    place = await create();
  });

  const elsewhere = (): Pick<TestStorage, 'dataDir' | 'databaseUrl'> => ({
    dataDir: `${place.dataDir}-of-another-server`,
    databaseUrl: place.databaseUrl,
  });
  const name = (): string => new URL(place.databaseUrl ?? '').pathname.slice(1);
  const ofServers = (): string =>
    `from pg_stat_activity where datname = '${name()}' and application_name like 'samtal-server-%'`;
  const endSessions = (): void => {
    psql('postgres', `select pg_terminate_backend(pid) ${ofServers()}`);
  };

  test('D26 two servers with a data folder each cannot share a database, and the data folder stays free', async () => {
    const first = await lock(place);
    await expect(lock(elsewhere())).rejects.toThrow(DatabaseError);
    await first.release();
    locks.length = 0;
    await lock(elsewhere());
  });

  test('D26 a server whose session is lost takes the lock again, and says that the database was lost and is back', async () => {
    const onTaken = vi.fn<(problem: string) => void>();
    const said: string[] = [];
    const onLost = () => said.push('lost');
    const onBack = () => said.push('back');
    locks.push(await lockServer({ ...place, onTaken, onLost, onBack, limits }));
    expect(said).toEqual([]);
    const before = psql('postgres', `select pid ${ofServers()}`);
    endSessions();
    await expect.poll(() => psql('postgres', `select pid ${ofServers()}`)).toMatch(/^\d+$/);
    expect(psql('postgres', `select pid ${ofServers()}`)).not.toBe(before);
    await expect.poll(() => said).toEqual(['lost', 'back']);
    await expect(lock(elsewhere())).rejects.toThrow(DatabaseError);
    expect(onTaken).not.toHaveBeenCalled();
  });

  test('D26 while the database refuses connections, a server asks for one at its pace', async () => {
    const retryMs = 500;
    const taken = await lockServer({ ...place, onTaken: () => undefined, limits: { ...limits, retryMs } });
    locks.push(taken);
    const connect = vi.spyOn(Client.prototype, 'connect');
    onTestFinished(() => connect.mockRestore());
    psql('postgres', `alter database ${name()} allow_connections false`);
    const lost = performance.now();
    endSessions();
    await expect.poll(() => connect.mock.calls.length).toBeGreaterThan(4);
    expect(performance.now() - lost).toBeGreaterThan(5 * retryMs - 100);
    psql('postgres', `alter database ${name()} allow_connections true`);
  });

  test('D26 a server that could not reach the database is told once when another has taken it', async () => {
    const onTaken = vi.fn<(problem: string) => void>();
    await lock(place, onTaken);
    const other = new Client({ connectionString: place.databaseUrl });
    await other.connect();
    // PostgreSQL gives the lock to the one that waits as soon as the session of this server ends.
    const taken = other.query(`select pg_advisory_lock(${KEY})`);
    await expect
      .poll(() => psql(name(), "select count(*) from pg_locks where locktype = 'advisory' and not granted"))
      .toBe('1');
    endSessions();
    await taken;
    await expect.poll(() => onTaken.mock.calls.length).toBe(1);
    expect(onTaken.mock.calls[0]?.[0]).toMatch(/^Another Samtal server runs on /);
    await other.end();
  });
});
