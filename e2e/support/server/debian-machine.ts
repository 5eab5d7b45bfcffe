import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';

const tools = ['mmdebstrap', 'systemd-container', 'iproute2'];
const programs = ['/usr/bin/mmdebstrap', '/usr/bin/systemd-nspawn', '/usr/sbin/ip', '/usr/bin/nsenter'];

/** A network card of the new machine. */
export type Card = {
  /** Its address and the length of the prefix. */
  readonly address: string;
  /** Where its cable ends: at a card of this machine with that address, or at a bridge of this machine. */
  readonly end: { readonly address: string } | { readonly bridge: string };
};

/** A network between this machine and the new one (RFC 2544 benchmarks: used nowhere else). */
const CARD: Card = { address: '198.18.95.2/30', end: { address: '198.18.95.1/30' } };

/** Whether a Debian can be installed in a folder and started from there; installs the tools if this user may. */
export const canMakeMachine = (): boolean =>
  process.getuid?.() === 0 && ensureDebianPackages(tools, () => programs.every((file) => existsSync(file)));

export type DebianMachine = {
  /** The folder that is the root of the machine. */
  readonly folder: string;
  /** The address of its first card. */
  readonly address: string;
  /** Runs a script before the machine is started; it has the network of this machine. */
  prepare(script: string): string;
  /** Starts systemd; resolves when all services are up. */
  boot(): Promise<void>;
  /** Ends everything that runs there in one moment, as a loss of power does. */
  lose(): Promise<void>;
  /** Runs a script as root, which ends at the first command that fails; returns what it prints. */
  run(script: string): string;
  remove(): Promise<void>;
};

/** The address of Debian that this machine itself uses, with the name of its version. */
function ownMirror(): { readonly address: string; readonly version: string } {
  const format = '$(REPO_URI) $(CODENAME)';
  const lines = execFileSync(
    'apt-get',
    ['indextargets', '--format', format, 'Created-By: Packages', 'Origin: Debian'],
    { encoding: 'utf8' },
  );
  const [address, version] = lines
    .split('\n')
    .map((line) => line.split(' '))
    .find(([, codename]) => codename !== undefined && !codename.includes('-')) ?? ['', ''];
  if (address === undefined || version === undefined || address === '')
    throw new Error('no mirror of Debian');
  return { address, version };
}

function runScript(program: string, args: readonly string[], script: string): string {
  const { status, stdout, stderr } = spawnSync(program, args, {
    input: `set -e\ncd /root\n${script}`,
    encoding: 'utf8',
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      DEBIAN_FRONTEND: 'noninteractive',
    },
  });
  if (status !== 0) throw new Error(`${status} of:\n${script}\n${stdout}\n${stderr}`);
  return stdout;
}

/** Installs an empty Debian with systemd in a folder, and nothing that a new server would not have. */
function installDebian(folder: string): void {
  const { address, version } = ownMirror();
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', '--include=systemd-sysv,dbus', version, folder, address],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
}

/** Gives a running machine its cards; `outer` names their ends on this machine. */
function connect(cards: readonly Card[], init: number, outer: (card: number) => string): void {
  const inside = ['--target', String(init), '--net', 'ip'];
  for (const [index, { address, end }] of cards.entries()) {
    if ('bridge' in end) execFileSync('ip', ['link', 'set', outer(index), 'master', end.bridge]);
    else execFileSync('ip', ['address', 'add', end.address, 'dev', outer(index)]);
    execFileSync('ip', ['link', 'set', outer(index), 'up']);
    execFileSync('nsenter', [...inside, 'address', 'add', address, 'dev', `card${index}`]);
    execFileSync('nsenter', [...inside, 'link', 'set', `card${index}`, 'up']);
  }
}

let made = 0;

/**
 * Makes a machine with an empty Debian.
 * @param like the new machine begins with a copy of the files of this one, which must not have been started
 */
export function makeMachine(cards: readonly Card[] = [CARD], like?: DebianMachine): DebianMachine {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-debian-'));
  if (like === undefined) installDebian(folder);
  else execFileSync('cp', ['--archive', `${like.folder}/.`, folder]);
  const name = `s${process.pid}m${made++}`;
  const outer = (card: number) => `${name}c${card}`;
  let container: ChildProcess | undefined;
  let init = 0;

  const childrenOf = (pid: number): number[] =>
    readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
        .trim()
        .split(' ')
        .filter(Boolean)
        .map(Number),
    );

  /** Waits for a fact outside of this process. */
  async function until<T>(find: () => T | undefined): Promise<T> {
    for (;;) {
      if (container?.exitCode !== null) throw new Error('the machine has ended');
      const found = find();
      if (found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function lose(): Promise<void> {
    if (container === undefined || container.exitCode !== null) return;
    const gone = once(container, 'exit');
    process.kill(init, 'SIGKILL');
    await gone;
  }

  return {
    folder,
    address: cards[0]?.address.split('/')[0] ?? '',
    prepare: (script) => runScript('chroot', [folder, 'bash'], script),
    async boot() {
      container = spawn(
        'systemd-nspawn',
        [
          '--quiet',
          '--boot',
          `--directory=${folder}`,
          `--machine=${name}`,
          '--register=no',
          '--keep-unit',
          '--console=passive',
          '--settings=no',
        ].concat(cards.map((_card, index) => `--network-veth-extra=${outer(index)}:card${index}`)),
        { stdio: 'ignore' },
      );
      const { pid = 0 } = container;
      // A process may end between the two looks at it.
      const isInit = (child: number) =>
        spawnSync('cat', [`/proc/${child}/comm`], { encoding: 'utf8' }).stdout === 'systemd\n';
      init = await until(() => childrenOf(pid).find(isInit));
      await until(() => existsSync(join(`/proc/${init}/root/run/systemd/private`)) || undefined);
      connect(cards, init, outer);
      // It is "degraded" where a kernel lacks something that Debian's own units need.
      runScript(
        'nsenter',
        ['--target', String(init), '--all', '--root', 'bash'],
        'systemctl is-system-running --wait || true',
      );
    },
    run: (script) => runScript('nsenter', ['--target', String(init), '--all', '--root', 'bash'], script),
    lose,
    async remove() {
      await lose();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
