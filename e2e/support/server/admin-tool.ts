import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { nodeForServer, root } from '../../../tools/runtime.mjs';

const run = promisify(execFile);

/** Runs the operator's tool on the data of a running server (decision D24). */
export async function adminTool(dataDir: string, ...words: string[]): Promise<string> {
  const { stdout } = await run(nodeForServer(), ['apps/server/src/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, SAMTAL_MODE: 'test' },
  });
  return stdout;
}
