import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasPostgres } from '../../../apps/server/src/storage/testing/postgres-cluster.ts';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { hasKamailio, KAMAILIO_PACKAGES } from '../kamailio/kamailio.ts';
import { hasCoturn } from '../server/coturn.ts';
import { keepProgram, type Program } from '../server/kept-program.ts';
import { untilItListens } from '../server/ports.ts';
import { shippedFile } from '../server/shipped-file.ts';

const HAPROXY = '/usr/sbin/haproxy';
const RTPENGINE = '/usr/bin/rtpengine';
const HOST = '127.0.0.1';

export const hasHaproxy = (): boolean => ensureDebianPackages(['haproxy'], () => existsSync(HAPROXY));
export const hasRtpengine = (): boolean =>
  ensureDebianPackages(['rtpengine-daemon'], () => existsSync(RTPENGINE));

/** The Debian packages of a cluster that are missing and cannot be installed here. */
export const missingPackages = (): string[] => [
  ...(hasPostgres() ? [] : ['postgresql']),
  ...(hasKamailio() ? [] : KAMAILIO_PACKAGES),
  ...(hasHaproxy() ? [] : ['haproxy']),
  ...(hasCoturn() ? [] : ['coturn']),
  ...(hasRtpengine() ? [] : ['rtpengine-daemon']),
];

type Backends = {
  readonly https: number;
  readonly http: number;
  /** Ports of the server processes and of the Kamailios. */
  readonly servers: readonly number[];
  readonly nodes: readonly number[];
  readonly certificate: { readonly certificate: string; readonly key: string };
  /** Connections at a time. */
  readonly connections: number;
};

const backendsOf = (name: string, ports: readonly number[]): string =>
  ports.map((port, index) => `server ${name}${index + 1} ${HOST}:${port}`).join('\n  ');

/** Starts HAProxy with the shipped configuration. */
export async function startHaproxy(backends: Backends): Promise<Program> {
  const { https, http, servers, nodes, certificate, connections } = backends;
  const folder = mkdtempSync(join(tmpdir(), 'samtal-haproxy-'));
  const pem = join(folder, 'samtal.pem');
  writeFileSync(pem, `${certificate.certificate}${certificate.key}`, { mode: 0o600 });
  const config = shippedFile('deploy/haproxy/haproxy.cfg', [
    ['log /dev/log local0', 'log stdout format raw local0'],
    // It is started as the user of the tests.
    ['  user haproxy\n  group haproxy\n', ''],
    ['maxconn 40000', `maxconn ${connections}`],
    ['bind :80', `bind ${HOST}:${http}`],
    ['bind :443', `bind ${HOST}:${https}`],
    ['/etc/haproxy/samtal.pem', pem],
    ['server samtal1 127.0.0.1:8080', backendsOf('samtal', servers)],
    ['server kamailio1 127.0.0.1:5080\n  #server kamailio2 10.0.0.2:5080', backendsOf('kamailio', nodes)],
  ]);
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  return keepProgram(async () => {
    const child = spawn(HAPROXY, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    await untilItListens(https, child, () => output);
    return child;
  }, folder);
}

/** Starts rtpengine with the shipped configuration; it takes its orders at `port`, over UDP. */
export async function startRtpengine(port: number): Promise<Program> {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-rtpengine-'));
  const file = join(folder, 'rtpengine.conf');
  const config = shippedFile('deploy/rtpengine/rtpengine.conf', [
    ['interface=<address>', `interface=${HOST}`],
    ['listen-ng=127.0.0.1:22222', `listen-ng=${HOST}:${port}`],
    ['log-level=5', 'log-level=6'],
  ]);
  writeFileSync(file, config);
  return keepProgram(async () => {
    const child = spawn(
      RTPENGINE,
      ['--foreground', '--log-stderr', '--config-file', file, '--pidfile', join(folder, 'pid')],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.stderr.on('data', (data) => {
        output += data;
        if (output.includes('Startup complete')) resolve();
      });
      child.once('exit', (code) => reject(new Error(`rtpengine ended with ${code}:\n${output}`)));
    });
    return child;
  }, folder);
}
