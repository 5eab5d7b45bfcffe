import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureDebianPackages } from '../../../tools/debian.mjs';

const tools = ['mmdebstrap', 'systemd-container', 'iproute2'];
const programs = ['/usr/bin/mmdebstrap', '/usr/bin/systemd-nspawn', '/usr/sbin/ip', '/usr/bin/nsenter'];

/** The network between this machine and the new one (RFC 2544 benchmarks: used nowhere else). */
const OUTER_ADDRESS = '198.18.95.1/30';
const INNER_ADDRESS = '198.18.95.2/30';
const ADDRESS = '198.18.95.2';

/** Whether a Debian can be installed in a folder and started from there; installs the tools if this user may. */
export const canMakeMachine = (): boolean =>
  process.getuid?.() === 0 && ensureDebianPackages(tools, () => programs.every((file) => existsSync(file)));

export type DebianMachine = {
  /** The folder that is the root of the machine. */
  readonly folder: string;
  /** Its address, from this machine. */
  readonly address: string;
  /** Runs a script before the machine is started; it has the network of this machine. */
  prepare(script: string): string;
  /** Starts systemd; resolves when all services are up. */
  boot(): Promise<void>;
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

/** Installs an empty Debian with systemd, and nothing that a new server would not have. */
export function makeMachine(): DebianMachine {
  const folder = mkdtempSync(join(tmpdir(), 'samtal-debian-'));
  const { address, version } = ownMirror();
  execFileSync(
    'mmdebstrap',
    ['--quiet', '--variant=minbase', '--include=systemd-sysv,dbus', version, folder, address],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const name = `s${process.pid}`.slice(0, 11);
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

  return {
    folder,
    address: ADDRESS,
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
        ].concat(['--network-veth', '--console=passive', '--settings=no']),
        { stdio: 'ignore' },
      );
      const { pid = 0 } = container;
      // A process may end between the two looks at it.
      const isInit = (child: number) =>
        spawnSync('cat', [`/proc/${child}/comm`], { encoding: 'utf8' }).stdout === 'systemd\n';
      init = await until(() => childrenOf(pid).find(isInit));
      await until(() => existsSync(join(`/proc/${init}/root/run/systemd/private`)) || undefined);
      const outer = `ve-${name}`;
      execFileSync('ip', ['address', 'add', OUTER_ADDRESS, 'dev', outer]);
      execFileSync('ip', ['link', 'set', outer, 'up']);
      const inside = ['--target', String(init), '--net', 'ip'];
      execFileSync('nsenter', [...inside, 'address', 'add', INNER_ADDRESS, 'dev', 'host0']);
      execFileSync('nsenter', [...inside, 'link', 'set', 'host0', 'up']);
      // It is "degraded" where a kernel lacks something that Debian's own units need.
      runScript(
        'nsenter',
        ['--target', String(init), '--all', '--root', 'bash'],
        'systemctl is-system-running --wait || true',
      );
    },
    run: (script) => runScript('nsenter', ['--target', String(init), '--all', '--root', 'bash'], script),
    async remove() {
      if (container !== undefined && container.exitCode === null) {
        const gone = once(container, 'exit');
        process.kill(init, 'SIGKILL');
        await gone;
      }
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
