import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** The descendants of a process, each before its own descendants. */
function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    table.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

export type NpmStart = {
  readonly npm: ChildProcess;
  readonly url: string;
  /** Every descendant of npm; the server is the last, and the process that started it the last but one. */
  readonly pids: readonly number[];
};

/** Runs `npm start` in a folder, in its own process group; resolves when the server is ready. */
export async function npmStart(folder: string, env: Record<string, string>): Promise<NpmStart> {
  const npm = spawn('npm', ['start'], {
    cwd: folder,
    env: {
      ...process.env,
      PORT: '0',
      STUN_PORT: '0',
      DATABASE_URL: '',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  if (npm.stdout === null || npm.pid === undefined) throw new Error('npm did not start');
  const output = createInterface({ input: npm.stdout });
  const url = await new Promise<string>((resolve, reject) => {
    output.on('line', (line) => {
      const ready = /^ready: (\S+)/.exec(line);
      if (ready?.[1] !== undefined) resolve(ready[1]);
    });
    npm.once('exit', (code) => reject(new Error(`npm start ended with ${code}`)));
  });
  return { npm, url, pids: descendantsOf(npm.pid) };
}
