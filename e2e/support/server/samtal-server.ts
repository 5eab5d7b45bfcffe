import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeForServer, root } from '../../../tools/runtime.mjs';
import { leaveOutOnCluster } from '../cluster/on-cluster.ts';

export type SamtalServer = {
  /** Address of the web app, e.g. `http://127.0.0.1:43211`. */
  readonly url: string;
  readonly port: number;
  /** Id of the current process; it changes with `restart`. */
  pid(): number;
  /** The data folder. */
  readonly dataDir: string;
  /** Every line the server has printed. */
  readonly lines: readonly string[];
  /** Sends SIGTERM and waits for the exit; the data stays for {@link restart}. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal and does not wait. */
  signal(name: NodeJS.Signals): void;
  /** Ends the process with SIGKILL. */
  kill(): Promise<void>;
  /** Starts again on the same port and data. */
  restart(): Promise<void>;
  /** Stops for good and removes the data. */
  dispose(): Promise<void>;
};

/** The variables that a production start needs. */
export const production = {
  SAMTAL_MODE: 'production',
  SIP_DOMAIN: 'calls.example',
  PUBLIC_URL: 'https://calls.example',
} as const;

/**
 * Starts the real server on free ports with its own data folder; resolves at its `ready:` line. Against a cluster a
 * journey that needs it is left out.
 * @param options arguments of the command line
 * @param within a command that prepares its process, and becomes the server: the command line of the server follows
 */
export async function startSamtalServer(
  env: Record<string, string> = {},
  options: readonly string[] = [],
  within: readonly string[] = [],
): Promise<SamtalServer> {
  leaveOutOnCluster('starts a server of its own');
  return startServerProcess(env, options, within);
}

/** Starts a server as {@link startSamtalServer} does, also as a part of a cluster. */
export async function startServerProcess(
  env: Record<string, string> = {},
  options: readonly string[] = [],
  within: readonly string[] = [],
): Promise<SamtalServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'samtal-e2e-'));
  const lines: string[] = [];
  let child: ChildProcess;
  let url = '';

  async function launch(port: string): Promise<void> {
    const [program = '', ...args] = [...within, nodeForServer(), 'apps/server/src/main.ts', ...options];
    child = spawn(program, args, {
      cwd: root,
      // The environment of the test run may name a database.
      env: {
        ...process.env,
        PORT: port,
        STUN_PORT: '0',
        SAMTAL_MODE: 'test',
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const { stdout, stderr } = child;
    if (stdout === null || stderr === null) throw new Error('the server has no output');
    createInterface({ input: stderr }).on('line', (line) => lines.push(line));
    const output = createInterface({ input: stdout });
    url = await new Promise<string>((resolve, reject) => {
      output.on('line', (line) => {
        lines.push(line);
        const ready = /^ready: (\S+)/.exec(line);
        if (ready?.[1] !== undefined) resolve(ready[1]);
      });
      child.once('exit', (code) => reject(new Error(`the server ended with ${code}:\n${lines.join('\n')}`)));
    });
  }

  async function end(signal: NodeJS.Signals): Promise<number | null> {
    if (child.exitCode === null && child.signalCode === null) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
    return child.exitCode;
  }

  await launch('0');
  const port = Number(new URL(url).port);
  return {
    url,
    port,
    pid: () => child.pid ?? 0,
    dataDir,
    lines,
    stop: () => end('SIGTERM'),
    signal: (name) => void child.kill(name),
    kill: async () => {
      await end('SIGKILL');
    },
    restart: () => launch(String(port)),
    dispose: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
