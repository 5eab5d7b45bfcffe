import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { untilItListens } from '../server/ports.ts';
import { shippedFile } from '../server/shipped-file.ts';

const program = '/usr/sbin/kamailio';

export const KAMAILIO_PACKAGES = [
  'kamailio',
  'kamailio-postgres-modules',
  'kamailio-tls-modules',
  'kamailio-websocket-modules',
];

const isThere = (): boolean =>
  existsSync(program) &&
  ['db_postgres', 'tls', 'websocket'].every(
    (name) => globSync(`/usr/lib/*/kamailio/modules/${name}.so`).length > 0,
  );

/** Whether Kamailio can be started here; installs it from Debian if this user may do so. */
export const hasKamailio = (): boolean => ensureDebianPackages(KAMAILIO_PACKAGES, isThere);

export type RunningKamailio = {
  readonly pid: number;
  /** What it has written to its log. */
  log(): string;
  stop(): Promise<void>;
  /** Ends all its processes with SIGKILL. */
  kill(): Promise<void>;
};

type Launch = {
  /** Files of the configuration by name; it begins with `kamailio.cfg`. */
  readonly files: Readonly<Record<string, string>>;
  /** A TCP port at which it listens. */
  readonly port: number;
  /** Memory that its processes share. */
  readonly sharedMb?: number;
  readonly environment?: Readonly<Record<string, string>>;
};

/** Writes the files of a configuration to a folder of their own. */
function writeConfiguration(files: Launch['files']): string {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-kamailio-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text, { mode: 0o600 });
  return folder;
}

/** Starts Kamailio with a configuration; resolves when it listens. */
export async function launchKamailio(launch: Launch): Promise<RunningKamailio> {
  const { files, port, sharedMb = 64, environment } = launch;
  const folder = writeConfiguration(files);
  const options = ['-DD', '-E', '-f', join(folder, 'kamailio.cfg'), '-m', String(sharedMb), '-M', '8'];
  const child = spawn(program, [...options, '-Y', folder, '-P', join(folder, 'pid')], {
    cwd: folder,
    env: { ...process.env, ...environment },
    // A group of its own, so that all its processes can be ended together.
    detached: true,
  });
  const endWithThis = () => end('SIGKILL');
  process.once('exit', endWithThis);
  let output = '';
  child.stderr.on('data', (data) => (output += data));
  const { pid = 0 } = child;

  function end(signal: NodeJS.Signals): void {
    if (child.exitCode !== null || child.signalCode !== null) return;
    if (signal === 'SIGKILL') process.kill(-pid, signal);
    else child.kill(signal);
  }
  async function stopBy(signal: NodeJS.Signals): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      end(signal);
      await gone;
    }
    process.off('exit', endWithThis);
    rmSync(folder, { recursive: true, force: true });
  }

  await untilItListens(port, child, () => output);
  return { pid, log: () => output, stop: () => stopBy('SIGTERM'), kill: () => stopBy('SIGKILL') };
}

export type NodeOptions = {
  /** Port for browsers (WebSocket), at which phones may speak SIP over TCP as well. */
  readonly port: number;
  /** The database with the views of Samtal, as Kamailio's module db_postgres expects it. */
  readonly database: string;
  readonly domain?: string | undefined;
  /** Whether phones are heard over UDP, at the same number of port. */
  readonly hasUdp?: boolean;
  /** Port for phones over TLS, and files of the certificate. */
  readonly tls?: { readonly port: number; readonly certificate: string; readonly key: string };
  /** Which one of several nodes it is, where the others reach it, and where the first of them is. */
  readonly node?: { readonly number: number; readonly port: number; readonly peer: number };
  /** Lifetime of a binding, instead of ten minutes. */
  readonly bindingSeconds?: number;
  /** The emergency numbers of all organisations, separated by `|`. */
  readonly emergencyNumbers?: string;
  /** Where rtpengine takes its orders. */
  readonly rtpengine?: number;
  /** Memory that its processes share. */
  readonly sharedMb?: number;
};

const HOST = '127.0.0.1';

/** The shipped configuration, with the settings file of an operator who has filled in these options. */
export function kamailioFiles(options: NodeOptions): Launch['files'] {
  const { port, database, domain = 'demo.example', hasUdp = false, tls, node, bindingSeconds } = options;
  const settings: (readonly [string, string])[] = [
    ['<domain>', domain],
    ['postgres://kamailio:<password>@127.0.0.1/samtal', database],
    ['<secret>', 'challenges-of-the-nodes'],
    ['listen=tcp:127.0.0.1:5080', `listen=tcp:${HOST}:${port}`],
  ];
  if (options.emergencyNumbers !== undefined) settings.push(['!112|911!', `!${options.emergencyNumbers}!`]);
  if (hasUdp) settings.push(['#listen=udp:192.0.2.10:5060', `listen=udp:${HOST}:${port}`]);
  if (tls !== undefined)
    settings.push(
      ['##!define WITH_TLS', '#!define WITH_TLS'],
      ['#listen=tls:192.0.2.10:5061', `listen=tls:${HOST}:${tls.port}`],
      ['/etc/kamailio/fullchain.pem', tls.certificate],
      ['/etc/kamailio/privkey.pem', tls.key],
    );
  if (node !== undefined)
    settings.push(
      ['##!define WITH_NODES', '#!define WITH_NODES'],
      ['NODE_NUMBER 1', `NODE_NUMBER ${node.number}`],
      ['127.0.0.1:5070', `${HOST}:${node.port}`],
      ['#listen=tcp:10.0.0.1:5070', `listen=tcp:${HOST}:${node.port}`],
      ['##!substdef "!FIRST_PEER!10.0.0.2:5070!g"', `#!substdef "!FIRST_PEER!${HOST}:${node.peer}!g"`],
    );
  if (options.rtpengine !== undefined)
    settings.push(
      ['##!define WITH_RTPENGINE', '#!define WITH_RTPENGINE'],
      ['udp:127.0.0.1:22222', `udp:${HOST}:${options.rtpengine}`],
    );
  const lifetime =
    bindingSeconds === undefined
      ? ''
      : `#!define BINDING_SECONDS ${bindingSeconds}\n#!define LEAST_BINDING_SECONDS ${bindingSeconds}\n`;
  return {
    'kamailio.cfg': shippedFile('deploy/kamailio/kamailio.cfg'),
    'samtal-settings.cfg': `${shippedFile('deploy/kamailio/samtal-settings.cfg', settings)}${lifetime}#!define UDP_WORKERS 1\n#!define TCP_WORKERS 2\n`,
  };
}

/** Starts a node with the shipped configuration, as registrar and proxy. */
export const startKamailio = (
  options: NodeOptions,
  environment: Readonly<Record<string, string>>,
): Promise<RunningKamailio> =>
  launchKamailio({
    files: kamailioFiles(options),
    port: options.port,
    environment,
    ...(options.sharedMb !== undefined && { sharedMb: options.sharedMb }),
  });
