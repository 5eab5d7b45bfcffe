/**
 * Provides what every command of the project needs first: the packages, and a Node new enough for the server. It runs on
 * Node 20, which many machines have; the newer Node comes with the packages.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

const neededNodeMajor = 24;

/** Ends the command with one clear line instead of a stack. */
export function giveUp(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

export function say(line) {
  process.stdout.write(`${line}\n`);
}

/** The packages of a lock file; none if the file cannot be read. */
function packagesIn(lockFile) {
  try {
    return JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {};
  } catch {
    return {};
  }
}

/**
 * Whether `node_modules` has the packages of the lock file: npm's own record of the installation agrees, and the folders
 * exist. Optional packages depend on the machine and are not checked.
 * @param {string} folder where `package-lock.json` is
 * @param {{ toBuild?: boolean }} [purpose] false = packages for development may be missing
 */
export function isInstalled(folder, { toBuild = true } = {}) {
  const wanted = packagesIn(join(folder, 'package-lock.json'));
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  const needed = Object.entries(wanted).filter(
    ([path, { optional, dev, devOptional }]) =>
      path.includes('node_modules/') && !optional && (toBuild || !(dev || devOptional)),
  );
  return (
    needed.length > 0 &&
    needed.every(
      ([path, { version, integrity }]) =>
        installed[path]?.version === version &&
        installed[path]?.integrity === integrity &&
        existsSync(join(folder, path, 'package.json')),
    )
  );
}

/**
 * Installs the packages of the lock file, unless exactly those are installed.
 * @param {{ toBuild?: boolean }} [purpose] as for {@link isInstalled}
 */
export function ensureInstalled(purpose) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) giveUp(`Samtal needs Node 20 or newer to start; this is ${process.version}.`);
  if (isInstalled(root, purpose)) return;
  say('Installing packages (the first time takes a minute) …');
  const npm = process.env['npm_execpath'];
  // The web app is built here, so NODE_ENV=production and npm's `omit` must not omit its build tools.
  const install = ['ci', '--include=dev'];
  const { status } = npm
    ? spawnSync(process.execPath, [npm, ...install], { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] })
    : spawnSync('npm', install, {
        cwd: root,
        stdio: ['ignore', 'ignore', 'inherit'],
        shell: process.platform === 'win32',
      });
  if (status !== 0 || !isInstalled(root))
    giveUp(
      'Installing the packages failed (npm ci); the lines above say why. Is the network up, and may this user write here?',
    );
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

/**
 * An environment in which PATH finds the right `node` and the tools of the project. Node keeps the code that
 * it has compiled: the tests start some hundred servers and tools.
 */
export function toolEnvironment(extra = {}) {
  const path = [dirname(nodeForServer()), join(root, 'node_modules', '.bin'), process.env['PATH'] ?? ''].join(
    delimiter,
  );
  const compiled = join(root, 'node_modules', '.cache', 'compiled');
  return { NODE_COMPILE_CACHE: compiled, ...process.env, PATH: path, ...extra };
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
    const stop = () => child.kill();
    process.once('exit', stop);
    child.on('error', (error) => resolve({ code: 1, output: error.message }));
    child.on('close', (code) => {
      process.off('exit', stop);
      resolve({ code: code ?? 1, output });
    });
  });
}
