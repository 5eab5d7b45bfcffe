import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const FLOCK = '/usr/bin/flock';
/**
 * The process id of the test runner. All its workers share one cluster, which is stopped after the runner
 * ends.
 */
const runner = process.ppid;
const folder = join(tmpdir(), `samtal-postgres-${runner}`);
const lock = `${folder}.lock`;

/** Folder of the newest PostgreSQL server's programs; undefined = not installed, or only its clients. */
export function programs(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  return readdirSync(VERSIONS)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(VERSIONS, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

/** Installs PostgreSQL, under a lock: several workers may try it at the same time. */
function install(): void {
  const tool = new URL('../../../../../tools/debian.mjs', import.meta.url).href;
  const program = `
    import { globSync } from 'node:fs';
    import { ensureDebianPackages } from '${tool}';
    ensureDebianPackages(['postgresql'], () => globSync('${VERSIONS}/*/bin/initdb').length > 0);`;
  spawnSync(FLOCK, [lock, process.execPath, '--input-type=module', '-e', program], { stdio: 'inherit' });
  if (programs() === undefined) rmSync(lock, { force: true });
}

let found: boolean | undefined;

/** Whether PostgreSQL can be started here; installs it from Debian where that is allowed. */
export function hasPostgres(): boolean {
  if (found === undefined && programs() === undefined) install();
  found ??= programs() !== undefined;
  return found;
}

/** Command before PostgreSQL's programs if the tests run as root, which PostgreSQL refuses. */
export const asOrdinaryUser =
  process.getuid?.() === 0 ? 'setpriv --reuid=postgres --regid=postgres --clear-groups' : '';

/**
 * Shell script that starts the cluster once. It trusts every user of its socket except `guarded`, who needs a
 * password.
 */
const START = `
  set -e
  test -S "$FOLDER/.s.PGSQL.5432" && exit
  mkdir -m 0700 "$FOLDER"
  test -z "$AS" || chown postgres "$FOLDER"
  $AS "$BIN/initdb" -D "$FOLDER/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync
  sed -i '1i local all guarded scram-sha-256' "$FOLDER/data/pg_hba.conf"
  $AS "$BIN/pg_ctl" -D "$FOLDER/data" -l "$FOLDER/log" -w start \
    -o "-F -k $FOLDER -c listen_addresses= -c max_connections=200" >/dev/null 2>&1
  echo started`;

/** Shell script that stops the cluster and removes its files after the runner ends, in any way. */
const CLEAN_UP = `
  while kill -0 "$RUNNER" 2>/dev/null; do sleep 0.2; done
  kill -QUIT "$(head -n 1 "$FOLDER/data/postmaster.pid")"
  rm -rf "$FOLDER" "$FOLDER.lock"`;

let isStarted = false;

function ensureStarted(): void {
  if (isStarted) return;
  const env = {
    PATH: process.env['PATH'],
    RUNNER: String(runner),
    FOLDER: folder,
    BIN: programs(),
    AS: asOrdinaryUser,
  };
  const said = execFileSync(FLOCK, ['-o', lock, 'sh', '-c', START], {
    env,
    cwd: '/',
    encoding: 'utf8',
    // If the cluster inherited the output streams, this call would wait for it to end.
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  if (said.endsWith('started\n'))
    spawn('sh', ['-c', CLEAN_UP], { env, cwd: '/', detached: true, stdio: 'ignore' }).unref();
  isStarted = true;
}

/** URL of a database in the test cluster, which is started if necessary. */
export function urlOf(database: string, user = 'postgres:secret'): string {
  ensureStarted();
  return `postgres://${user}@localhost/${database}?host=${folder}`;
}

/** Environment variables with which libpq programs reach the cluster. */
export const libpqAccess = () => ({ PGHOST: folder });

/** Runs SQL as the owner of the cluster; @returns the rows as psql prints them, cells separated by `|` */
export function psql(database: string, sql: string): string {
  ensureStarted();
  const args = ['-h', folder, '-U', 'postgres', '-d', database, '-v', 'ON_ERROR_STOP=1', '-qAtX', '-c', sql];
  return execFileSync(join(programs() ?? '', 'psql'), args, { encoding: 'utf8', stdio: 'pipe' }).trim();
}

/** Creates an empty database for one test; @returns its name */
export function createDatabase(template = 'template0'): string {
  const name = `t${randomUUID().replaceAll('-', '')}`;
  psql('postgres', `create database ${name} template ${template}`);
  return name;
}
