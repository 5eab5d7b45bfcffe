import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from '@playwright/test';
import { root } from '../../tools/runtime.mjs';
import { isAlive, npmStart } from '../support/server/npm-start.ts';
import { production } from '../support/server/samtal-server.ts';

const leftOut = /^(?:.*\/)?(?:node_modules|dist|data|test-results|\.git|\.tsc)$/;

test('D2 D43 npm start in a fresh clone with NODE_ENV=production installs, builds and serves', async () => {
  test.setTimeout(10 * 60_000);
  const clone = mkdtempSync(join(tmpdir(), 'samtal-clone-'));
  cpSync(root, clone, { recursive: true, filter: (path) => !leftOut.test(relative(root, path)) });
  const { npm, url, pids } = await npmStart(clone, {
    ...production,
    NODE_ENV: 'production',
    DATA_DIR: join(clone, 'data'),
  });
  const page = await fetch(`${url}/login`);
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('/assets/')]);
  const gone = once(npm, 'exit');
  npm.kill('SIGTERM');
  await gone;
  await expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);
  rmSync(clone, { recursive: true, force: true });
});
