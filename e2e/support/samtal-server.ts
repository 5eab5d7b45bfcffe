import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { nodeForServer, root } from '../../tools/runtime.mjs';

export type SamtalServer = {
  /** Where the web app is, e.g. `http://127.0.0.1:43211`. */
  readonly url: string;
  readonly port: number;
  /** Of the process that runs now. */
  pid(): number;
  /** Where it keeps what it knows. */
  readonly dataDir: string;
  /** Every line the server has printed. */
  readonly lines: readonly string[];
  /** SIGTERM, and waits for the process to be gone; its data stays for {@link restart}. Resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends a signal and waits for nothing. */
  signal(name: NodeJS.Signals): void;
  /** SIGKILL. */
  kill(): Promise<void>;
  /** Starts again on the same port and data. */
  restart(): Promise<void>;
  /** Stops for good and removes the data. */
  dispose(): Promise<void>;
};

/** What a production start must be told. */
export const production = {
  SAMTAL_MODE: 'production',
  SIP_DOMAIN: 'calls.example',
  PUBLIC_URL: 'https://calls.example',
} as const;

/** Starts the real server on free ports with a data folder of its own; resolves at its `ready:` line. */
export async function startSamtalServer(env: Record<string, string> = {}): Promise<SamtalServer> {
  const dataDir = mkdtempSync(join(tmpdir(), 'samtal-e2e-'));
  const lines: string[] = [];
  let child: ChildProcess;
  let url = '';

  async function launch(port: string): Promise<void> {
    child = spawn(nodeForServer(), ['apps/server/src/main.ts'], {
      cwd: root,
      // Whoever runs the tests may have a database of their own.
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
