import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asOrdinaryUser, programs } from '../../../apps/server/src/storage/testing/postgres-cluster.ts';

export type OwnPostgres = {
  readonly url: string;
  /** Folder of its socket. */
  readonly folder: string;
  /** Runs SQL. @returns the rows as psql prints them */
  sql(text: string): string;
  stop(): void;
  /** Ends it without a last checkpoint, as a crash does. */
  crash(): void;
  start(): void;
  /** Lets all its processes fall silent, as when its machine is lost: connections stay open, and get no answer. */
  freeze(): void;
  thaw(): void;
  /** Stops it for good and removes its files. */
  dispose(): void;
};

/** Starts a PostgreSQL cluster for one test, which may stop it. */
export function startOwnPostgres(): OwnPostgres {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-own-postgres-'));
  const bin = programs() ?? '';
  const run = (script: string): string =>
    execFileSync('sh', ['-ec', script], {
      cwd: '/',
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], F: folder, BIN: bin, AS: asOrdinaryUser },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  const start = (): void =>
    void run(
      `$AS "$BIN/pg_ctl" -D "$F/data" -l "$F/log" -w start -o "-F -k $F -c listen_addresses=" >/dev/null 2>&1`,
    );
  const stopBy = (mode: 'fast' | 'immediate'): void =>
    void run(`$AS "$BIN/pg_ctl" -D "$F/data" -m ${mode} -w stop >/dev/null 2>&1`);
  const stop = (): void => stopBy('fast');
  const signal = (name: 'STOP' | 'CONT'): void =>
    void run(
      `main=$(head -n 1 "$F/data/postmaster.pid"); kill -${name} "$main" $(ps -o pid= --ppid "$main")`,
    );
  run(`test -z "$AS" || chown postgres "$F"
    $AS "$BIN/initdb" -D "$F/data" -U postgres -A trust -E UTF8 --locale=C.UTF-8 --no-sync`);
  start();
  return {
    url: `postgres://postgres@localhost/postgres?host=${folder}`,
    sql: (text) =>
      execFileSync(
        join(bin, 'psql'),
        ['-h', folder, '-U', 'postgres', '-v', 'ON_ERROR_STOP=1', '-qAtX', '-c', text],
        {
          encoding: 'utf8',
        },
      ).trim(),
    folder,
    stop,
    crash: () => stopBy('immediate'),
    start,
    freeze: () => signal('STOP'),
    thaw: () => signal('CONT'),
    dispose() {
      stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
