import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../tools/debian.mjs';
import { root } from '../../tools/runtime.mjs';
import { untilItListens } from './ports.ts';

const program = '/usr/sbin/kamailio';

function modulesFolder(): string | undefined {
  const folders = readdirSync('/usr/lib').map((name) => join('/usr/lib', name, 'kamailio/modules'));
  return folders.find((folder) =>
    ['websocket.so', 'db_postgres.so'].every((name) => existsSync(join(folder, name))),
  );
}

/** Whether Kamailio can be started here; installs it from Debian if this user may do so. */
export const hasKamailio = (): boolean =>
  ensureDebianPackages(
    ['kamailio', 'kamailio-websocket-modules', 'kamailio-postgres-modules'],
    () => existsSync(program) && modulesFolder() !== undefined,
  );

export type RunningKamailio = { readonly pid: number; stop(): Promise<void> };

type Launch = {
  /** Text of the configuration, with PORT for its port and MODULES for the folder of modules. */
  readonly config: string;
  readonly port: number;
  /** Memory that its processes share. */
  readonly sharedMb?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Starts Kamailio with a configuration; resolves when it listens. */
export async function launchKamailio(launch: Launch): Promise<RunningKamailio> {
  const { port, sharedMb = 64, environment } = launch;
  const folder = mkdtempSync(join(tmpdir(), 'samtal-kamailio-'));
  const config = launch.config
    .replaceAll('127.0.0.1:PORT', `127.0.0.1:${port}`)
    .replace('MODULES', `${modulesFolder()}/`);
  writeFileSync(join(folder, 'kamailio.cfg'), config, { mode: 0o600 });
  const child = spawn(
    program,
    [
      '-DD',
      '-E',
      '-f',
      join(folder, 'kamailio.cfg'),
      '-m',
      String(sharedMb),
      '-M',
      '8',
      '-Y',
      folder,
      '-P',
      join(folder, 'pid'),
    ],
    { env: { ...process.env, ...environment } },
  );
  let output = '';
  child.stderr.on('data', (data) => (output += data));
  await untilItListens(port, child, () => output);
  return {
    pid: child.pid ?? 0,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts Kamailio as registrar and proxy on `port`.
 * @param database address of the database with `sip_account`, as Kamailio's module db_postgres expects it
 * @param bindingSeconds lifetime of a binding, instead of ten minutes
 */
export function startKamailio(
  port: number,
  database: { readonly url: string; readonly environment: Readonly<Record<string, string>> },
  bindingSeconds?: number,
): Promise<RunningKamailio> {
  const example = readFileSync(join(root, 'e2e/support/kamailio.cfg'), 'utf8').replaceAll(
    'DATABASE',
    database.url,
  );
  const config =
    bindingSeconds === undefined
      ? example
      : example.replaceAll(/(?<=_expires", )\d+/g, String(bindingSeconds));
  return launchKamailio({ config, port, environment: database.environment });
}
