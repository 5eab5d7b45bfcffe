import { execFileSync } from 'node:child_process';
import { type Browser, chromium } from '@playwright/test';
import { chromiumFlags, findChromium } from '../../../../tools/chromium.mjs';

/** A browser with its own processes, which a test may stop and kill. */
export type OwnBrowser = {
  readonly browser: Browser;
  /** Stops sending and receiving; the pages continue with the data that has arrived. */
  stopNetwork(): void;
  /** Stops every process; connections stay open. */
  stop(): void;
  /** Continues what `stopNetwork` and `stop` have stopped. */
  resume(): void;
  kill(): Promise<void>;
};

export type OwnBrowserOptions = {
  /** Program in place of Chromium, e.g. one that starts it in a network of its own. */
  readonly program?: string | undefined;
  /** An address that the browser treats like `localhost`, so that its pages may use devices. */
  readonly trustedOrigin: string;
};

/** The processes of the process group of `leader`, with their command lines. */
const processesOf = (leader: number): readonly { readonly pid: number; readonly command: string }[] =>
  execFileSync('ps', ['-A', '-ww', '-o', 'pgid=,pid=,args='], { encoding: 'utf8', maxBuffer: 2 ** 25 })
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [])
    .filter(([, group]) => Number(group) === leader)
    .map(([, , pid = '', command = '']) => ({ pid: Number(pid), command }));

const living = new Set<number>();
// A stopped browser does not end by itself when this process ends.
process.on('exit', () => {
  for (const leader of living) signalGroup(leader, 'SIGKILL');
});

function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // The browser has ended already.
  }
}

/**
 * The flags of a browser. In a network of its own it has no address of the loopback interface in a call, as a user's has
 * none: with one, Chromium does not look for the way that the system chooses while its network is gone.
 */
const flagsIn = (program: string | undefined): readonly string[] =>
  program === undefined
    ? chromiumFlags
    : chromiumFlags.filter((flag) => flag !== '--allow-loopback-in-peer-connection');

export async function launchOwnBrowser({ program, trustedOrigin }: OwnBrowserOptions): Promise<OwnBrowser> {
  const server = await chromium.launchServer({
    executablePath: program ?? findChromium() ?? '',
    args: [...flagsIn(program), `--unsafely-treat-insecure-origin-as-secure=${trustedOrigin}`],
  });
  // Playwright makes the browser the leader of a process group.
  const leader = server.process().pid ?? 0;
  living.add(leader);
  const browser = await chromium.connect(server.wsEndpoint());
  return {
    browser,
    stopNetwork() {
      const network = processesOf(leader).filter(({ command }) =>
        command.includes('--utility-sub-type=network.mojom.NetworkService'),
      );
      if (network.length !== 1) throw new Error(`${network.length} network processes`);
      for (const { pid } of network) process.kill(pid, 'SIGSTOP');
    },
    stop: () => signalGroup(leader, 'SIGSTOP'),
    resume: () => signalGroup(leader, 'SIGCONT'),
    async kill() {
      signalGroup(leader, 'SIGKILL');
      await server.kill();
      living.delete(leader);
    },
  };
}
