/**
 * What every command of the project needs first: its packages, and a Node new enough for the server. Written for
 * Node 20, because that is what many machines have; the newer Node comes with the packages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const neededNodeMajor = 24;
const installStamp = join(root, 'node_modules', '.samtal-install');

/** Ends the command with one clear line instead of a stack. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

const lockHash = () =>
  createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');

/** Installs the packages the lock file names, unless exactly those are installed already. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) giveUp(`Samtal needs Node 20 or newer to start; this is ${process.version}.`);
  if (existsSync(installStamp) && readFileSync(installStamp, 'utf8') === lockHash()) return;
  say('Installing packages (the first time takes a minute) …');
  const npm = process.env['npm_execpath'];
  const install = npm
    ? spawnSync(process.execPath, [npm, 'ci'], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', ['ci'], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (install.status !== 0)
    giveUp('Installing the packages failed (npm ci); the lines above say why. Is the network up?');
  writeFileSync(installStamp, lockHash());
}

/** @returns {string} the path of a Node that runs TypeScript and has a built-in database */
export function nodeForServer() {
  if (Number(process.versions.node.split('.')[0]) >= neededNodeMajor) return process.execPath;
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const packaged = join(
    root,
    'node_modules',
    `node-${platform}-${process.arch}`,
    'bin',
    platform === 'win' ? 'node.exe' : 'node',
  );
  if (existsSync(packaged)) return packaged;
  return giveUp(
    `Samtal runs on Node ${neededNodeMajor}; this is ${process.version} and no newer one comes with the packages for ${process.platform}/${process.arch}. Please install Node ${neededNodeMajor}.`,
  );
}

/** The environment in which `node` and the tools of the project are the right ones. */
export function toolEnvironment(extra = {}) {
  const path = [dirname(nodeForServer()), join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(
    delimiter,
  );
  return { ...process.env, PATH: path, ...extra };
}

/** Runs a program of `node_modules` under the right Node; resolves to its exit code. */
export function run(program, args, { env = {}, quiet = false } = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: root,
      env: toolEnvironment(env),
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    let output = '';
    child.stdout?.on('data', (data) => (output += data));
    child.stderr?.on('data', (data) => (output += data));
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
