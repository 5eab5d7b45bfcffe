import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, test } from '@playwright/test';
import { root } from '../tools/runtime.mjs';

/** The processes below one, in the order of their numbers. */
function descendantsOf(pid: number): number[] {
  const table = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number));
  const below = (parent: number): number[] =>
    table.filter(([, ppid]) => ppid === parent).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Runs `npm start` as it is documented; resolves when the server is ready. */
async function npmStart(): Promise<{ npm: ChildProcess; url: string; pids: number[] }> {
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: {
      ...process.env,
      SAMTAL_MODE: 'demo',
      PORT: '0',
      STUN_PORT: '0',
      DATABASE_URL: '',
      DATA_DIR: test.info().outputPath('data'),
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

const ways: Readonly<Record<string, (npm: number, start: number) => void>> = {
  'SIGTERM to npm': (npm) => process.kill(npm, 'SIGTERM'),
  // As a terminal does for Ctrl-C.
  'SIGINT to all of them': (npm) => process.kill(-npm, 'SIGINT'),
  'SIGKILL to tools/start.mjs': (_npm, start) => process.kill(start, 'SIGKILL'),
};

for (const [way, end] of Object.entries(ways)) {
  test(`D43 ${way} ends every process of npm start`, async () => {
    const { npm, url, pids } = await npmStart();
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const gone = once(npm, 'exit');
    // The server is the youngest; the process before has started it.
    end(npm.pid ?? 0, pids.at(-2) ?? 0);
    await gone;
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
}
