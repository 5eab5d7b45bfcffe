import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOwnCertificate } from '../../../apps/server/src/crypto/own-certificate.ts';
import { ensureDebianPackages } from '../../../tools/debian.mjs';
import { freePort, untilItListens } from './ports.ts';
import { shippedFile } from './shipped-file.ts';

export type ReverseProxy = {
  /** What the proxy has written to its log of requests. */
  log(): string;
  stop(): Promise<void>;
};

type Ports = { readonly https: number; readonly server: number };

/** The shipped file for the name `localhost`. */
const fileFor = (path: string, replacements: readonly (readonly [string, string])[]): string =>
  shippedFile(path, [['<domain>', 'localhost'], ...replacements]);

async function run(
  program: string,
  args: readonly string[],
  { https, folder, end }: Pick<Ports, 'https'> & { readonly folder: string; readonly end: NodeJS.Signals },
) {
  const child: ChildProcess = spawn(program, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data) => (output += data));
  await untilItListens(https, child, () => output);
  return {
    output: () => output,
    stop: async () => {
      const gone = once(child, 'exit');
      child.kill(end);
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function writeCertificate(folder: string): Promise<void> {
  const { certificate, key } = await createOwnCertificate(['localhost'], Date.now());
  writeFileSync(join(folder, 'fullchain.pem'), certificate);
  writeFileSync(join(folder, 'privkey.pem'), key, { mode: 0o600 });
}

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'samtal-proxy-'));

async function startNginx(ports: Ports): Promise<ReverseProxy> {
  const folder = newFolder();
  await writeCertificate(folder);
  const site = fileFor('deploy/nginx/samtal.conf', [
    ['listen 80;', `listen 127.0.0.1:${await freePort()};`],
    ['listen [::]:80;', ''],
    ['listen 443 ssl', `listen 127.0.0.1:${ports.https} ssl`],
    ['listen [::]:443 ssl http2;', ''],
    ['/etc/ssl/samtal', folder],
    ['/var/log/nginx', folder],
    ['http://127.0.0.1:8080', `http://127.0.0.1:${ports.server}`],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  const main = [
    `pid ${folder}/nginx.pid;`,
    'error_log stderr;',
    'worker_rlimit_nofile 65536;',
    'events { worker_connections 16384; }',
    `http { ${temporary.join(' ')} include ${folder}/site.conf; }`,
  ];
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'));
  const args = ['-c', join(folder, 'nginx.conf'), '-g', 'daemon off; worker_processes 1;'];
  const { stop } = await run('/usr/sbin/nginx', args, { ...ports, folder, end: 'SIGTERM' });
  return { log: () => readFileSync(join(folder, 'samtal.log'), 'utf8'), stop };
}

async function startCaddy(ports: Ports): Promise<ReverseProxy> {
  const folder = newFolder();
  await writeCertificate(folder);
  const file = fileFor('deploy/caddy/Caddyfile', [
    // Without an administration port, which is the same for all Caddys of a machine.
    ['{\n\t# Queries', '{\n\tadmin off\n\tauto_https disable_redirects\n\t# Queries'],
    [
      'localhost {',
      `localhost:${ports.https} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem\n\tbind 127.0.0.1\n\tlog`,
    ],
    ['127.0.0.1:8080', `127.0.0.1:${ports.server}`],
  ]);
  writeFileSync(join(folder, 'Caddyfile'), file);
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'];
  // At SIGTERM it would wait until the browsers have closed their connections.
  const { output, stop } = await run('/usr/bin/caddy', args, { ...ports, folder, end: 'SIGKILL' });
  return { log: output, stop };
}

const proxies = {
  nginx: { program: '/usr/sbin/nginx', packages: ['nginx-light'], start: startNginx },
  caddy: { program: '/usr/bin/caddy', packages: ['caddy'], start: startCaddy },
};

export type ProxyName = keyof typeof proxies;

/** Whether the proxy can be started here; installs it from Debian if this user may do so. */
export const hasProxy = (name: ProxyName): boolean =>
  ensureDebianPackages(proxies[name].packages, () => existsSync(proxies[name].program));

/** Starts a reverse proxy with the shipped configuration, on a port of this machine and with a certificate of its own. */
export const startProxy = (name: ProxyName, ports: Ports): Promise<ReverseProxy> =>
  proxies[name].start(ports);
