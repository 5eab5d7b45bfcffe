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

/**
 * Starts Kamailio as registrar and proxy on `port`.
 * @param database address of the database with `sip_account`, as Kamailio's module db_postgres expects it
 * @param bindingSeconds lifetime of a binding, instead of ten minutes
 */
export async function startKamailio(
  port: number,
  database: { readonly url: string; readonly environment: Readonly<Record<string, string>> },
  bindingSeconds?: number,
): Promise<{ stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-kamailio-'));
  const example = readFileSync(join(root, 'e2e/support/kamailio.cfg'), 'utf8')
    .replace('127.0.0.1:PORT', `127.0.0.1:${port}`)
    .replace('MODULES', `${modulesFolder()}/`)
    .replaceAll('DATABASE', database.url);
  const config =
    bindingSeconds === undefined
      ? example
      : example.replaceAll(/(?<=_expires", )\d+/g, String(bindingSeconds));
  writeFileSync(join(folder, 'kamailio.cfg'), config, { mode: 0o600 });
  const child = spawn(
    program,
    [
      '-DD',
      '-E',
      '-f',
      join(folder, 'kamailio.cfg'),
      '-m',
      '64',
      '-M',
      '8',
      '-Y',
      folder,
      '-P',
      join(folder, 'pid'),
    ],
    { env: { ...process.env, ...database.environment } },
  );
  let output = '';
  child.stderr.on('data', (data) => (output += data));
  await untilItListens(port, child, () => output);
  return {
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
