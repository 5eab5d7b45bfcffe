import { once } from 'node:events';
import { expect, test } from '@playwright/test';
import { root } from '../../tools/runtime.mjs';
import { isAlive, npmStart } from '../support/server/npm-start.ts';

const ways: Readonly<Record<string, (npm: number, start: number) => void>> = {
  'SIGTERM to npm': (npm) => process.kill(npm, 'SIGTERM'),
  // A terminal does the same when the user presses Ctrl-C.
  'SIGINT to all of them': (npm) => process.kill(-npm, 'SIGINT'),
  'SIGKILL to tools/start.mjs': (_npm, start) => process.kill(start, 'SIGKILL'),
};

for (const [way, end] of Object.entries(ways)) {
  test(`D43 ${way} ends every process of npm start`, async () => {
    const { npm, url, pids } = await npmStart(root, {
      SAMTAL_MODE: 'demo',
      DATA_DIR: test.info().outputPath('data'),
    });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    const gone = once(npm, 'exit');
    end(npm.pid ?? 0, pids.at(-2) ?? 0);
    await gone;
    await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
  });
}
